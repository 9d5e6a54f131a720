import type { ComponentType } from 'react'

export const [gate] = Object.values(import.meta.glob<{ GateRoutes: ComponentType }>('../../gate/gate-routes.tsx'))

/** False in a build without the scanner; nothing links to it then. */
export const hasGate = gate !== undefined
