import { atom, useAtom, useAtomValue } from 'jotai'
import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router-dom'
import { readStored, writeStored } from '#platform/device/stored.ts'
import { paths } from '#ui/paths.ts'
import { toast } from '#ui/toast.tsx'
import type { PaymentCounts } from '#shop/payments/review.api.ts'
import { paymentCountsAtom } from '../payments/payment-tabs.tsx'
import { leaveOrAsk } from '../kit/unsaved-work.ts'
import { counted } from '../kit/words/counted.ts'

export interface Notices {
  /** A toast, while the console is in front. */
  here: boolean
  /** A notification of the device, while the console is hidden. */
  device: boolean
}

const usual: Notices = { here: true, device: false }

/** Returns defaults for missing or invalid choices. */
export function readNotices(text: string | null): Notices {
  try {
    const found = JSON.parse(text ?? '{}') as Partial<Notices> | null
    return {
      here: typeof found?.here === 'boolean' ? found.here : usual.here,
      device: typeof found?.device === 'boolean' ? found.device : usual.device,
    }
  } catch {
    return usual
  }
}

const noticesAtom = atom<Notices>(readNotices(readStored('notices')))

export function useNotices(): [Notices, (notices: Notices) => void] {
  const [notices, set] = useAtom(noticesAtom)
  return [
    notices,
    (next) => {
      set(next)
      writeStored('notices', JSON.stringify(next))
    },
  ]
}

export const arrivalsText = (n: number): string => (n === 1 ? 'A payment arrived' : `${counted(n, 'payment')} arrived`)

/** Announces new payments as chosen. Use it once in the console. */
export function usePaymentNotices(): void {
  const counts = useAtomValue(paymentCountsAtom)
  const notices = useAtomValue(noticesAtom)
  const navigate = useNavigate()
  const said = useRef<PaymentCounts | null>(null)

  useEffect(() => {
    // Once for each answer, even when the choice changes.
    if (!counts || said.current === counts) return
    said.current = counts
    const came = counts.arrived
    if (came === 0) return
    const inFront = document.visibilityState === 'visible'
    if (!inFront && notices.device) void notifyDevice(arrivalsText(came))
    // The payments page shows new ones anyway.
    if (inFront && notices.here && location.pathname !== paths.adminPayments)
      toast.show(arrivalsText(came), {
        id: 'arrivals',
        action: { label: 'Review', onClick: () => leaveOrAsk(() => void navigate(paths.adminPayments)) },
      })
  }, [counts, notices, navigate])
}

export const NOTICE_ICON = '/icons/mark-192.png'

async function notifyDevice(words: string): Promise<void> {
  if (typeof Notification === 'undefined' || Notification.permission !== 'granted') return
  const registration = await navigator.serviceWorker?.getRegistration()
  await registration?.showNotification(words, {
    icon: NOTICE_ICON,
    tag: 'payments',
    data: paths.adminPayments,
  })
}
