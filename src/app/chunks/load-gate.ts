import type { ComponentType } from 'react'

/** The gate's chunk, when this build has one; without it nothing links to the scanner. */
const gate = import.meta.glob<{ GateRoutes: ComponentType }>('../../gate/gate-routes.tsx')

export const loadGate = Object.values(gate)[0]
export const hasGate = loadGate !== undefined
