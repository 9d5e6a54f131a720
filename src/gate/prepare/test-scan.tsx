import { encodePassCode } from '#shop/tickets/passes/pass-code.ts'
import { t } from '#ui/messages/messages.ts'
import { readCodes, loadDecoder } from '../decoder/decoder.ts'
import { gateFilesStored, storeGateFiles, waitForWorker } from './gate-files.ts'
import { QRCodeCanvas } from 'qrcode.react'
import { useRef, useState } from 'react'
import { ok } from '#platform/failure/failure.ts'
import { saveGateSetup } from '#shop/gate/setup.store.ts'
import { Button } from '#ui/controls/button.tsx'
import { useAction } from '#ui/hooks/use-action.ts'
import { StateMark } from '#ui/display/state-mark.tsx'
import { CameraView } from '../camera/camera-view.tsx'
import { signal, unlockSound } from '../scanner/sounds.ts'
import { useCamera } from '../camera/use-camera.ts'

export interface SelfTest {
  /** 'ready': the worker starts the scanner from the device, also offline. */
  kept: 'ready' | 'stored' | 'no'
  decoded: boolean
  problem: string | null
}

/** Of no ticket, as large as a pass's code can be without a device's key. */
export const TEST_CODE = encodePassCode({
  keyNumber: 255,
  number: 1,
  issue: 0,
  ticketId: '00000000-0000-4000-8000-000000000001',
  userId: '00000000-0000-4000-8000-000000000002',
  eventId: '00000000-0000-4000-8000-000000000003',
  seat: 'BALC-AA100',
  test: true,
  signature: '0'.repeat(128),
  device: null,
})

/** Stores the scanner and decodes `drawn`, a picture of TEST_CODE. Calls `waits` while the worker is installing. */
export async function testScanner(drawn: ImageData, waits: () => void): Promise<SelfTest> {
  try {
    await storeGateFiles()
  } catch {
    if (!(await gateFilesStored().catch(() => false)))
      return {
        kept: 'no',
        decoded: false,
        problem: t('prepare.problem.offline'),
      }
  }
  const stored = await gateFilesStored().catch(() => false)
  const kept = !stored ? 'no' : (await waitForWorker(waits)) ? 'ready' : 'stored'
  try {
    await loadDecoder()
    const found = await readCodes(drawn)
    const decoded = found.includes(TEST_CODE)
    const problem = kept !== 'ready' ? t('prepare.problem.notKept') : decoded ? null : t('prepare.problem.misread')
    return { kept, decoded, problem }
  } catch {
    return { kept, decoded: false, problem: t('prepare.problem.noDecoder') }
  }
}

const TEST_CODE_SIZE = 320

export function TestScan({ testedAt }: { testedAt: number | null }) {
  const [waiting, setWaiting] = useState(false)
  const [result, setResult] = useState<SelfTest | null>(null)
  const [looking, setLooking] = useState(false)
  const [seen, setSeen] = useState(false)
  const canvas = useRef<HTMLCanvasElement>(null)

  const { busy, run } = useAction(async () => {
    const context = canvas.current?.getContext('2d')
    if (!context) return ok(null)
    unlockSound()
    const drawn = context.getImageData(0, 0, context.canvas.width, context.canvas.height)
    const outcome = await testScanner(drawn, () => setWaiting(true))
    setWaiting(false)
    setResult(outcome)
    if (outcome.problem === null) {
      await saveGateSetup({ testedAt: Date.now() })
      setSeen(false)
      setLooking(true)
    }
    return ok(null)
  })

  return (
    <div className="grid gap-4">
      <QRCodeCanvas ref={canvas} value={TEST_CODE} size={TEST_CODE_SIZE} marginSize={4} level="M" className="hidden" />
      <ul className="grid gap-1.5" aria-live="polite">
        <li>
          <StoredMark kept={waiting ? 'waiting' : (result?.kept ?? (testedAt ? 'ready' : 'never'))} />
        </li>
        {result && !waiting && (
          <li>
            <StateMark kind={result.decoded ? 'ok' : 'bad'}>
              {t(result.decoded ? 'prepare.test.decoded' : 'prepare.test.notDecoded')}
            </StateMark>
          </li>
        )}
        {seen && (
          <li>
            <StateMark kind="ok">{t('prepare.test.seen')}</StateMark>
          </li>
        )}
      </ul>
      {result?.problem && !waiting && (
        <p role="alert" className="text-2 text-bad">
          {result.problem}
        </p>
      )}
      {looking && (
        <LookForCode
          onSeen={() => {
            signal('ENTER')
            setSeen(true)
            setLooking(false)
          }}
          onSkip={() => setLooking(false)}
        />
      )}
      <div>
        <Button kind="line" busy={busy} busyLabel={t('prepare.test.running')} onClick={() => void run()}>
          {t('prepare.test.run')}
        </Button>
      </div>
    </div>
  )
}

const stored = {
  ready: ['ok', 'prepare.test.stored'],
  waiting: ['info', 'prepare.test.waiting'],
  stored: ['warn', 'prepare.test.notReady'],
  no: ['bad', 'prepare.test.notStored'],
  never: ['off', 'prepare.test.never'],
} as const

function StoredMark({ kept }: { kept: keyof typeof stored }) {
  const [kind, words] = stored[kept]
  return <StateMark kind={kind}>{t(words)}</StateMark>
}

function LookForCode({ onSeen, onSkip }: { onSeen: () => void; onSkip: () => void }) {
  const camera = useCamera(true, (text) => {
    if (text !== null) onSeen()
  })
  return (
    <div className="grid gap-3">
      <p>{t('prepare.test.hold')}</p>
      <div className="flex h-72 max-w-[420px]">
        <CameraView camera={camera} />
      </div>
      <div>
        <Button kind="bare" onClick={onSkip}>
          {t('prepare.test.skip')}
        </Button>
      </div>
    </div>
  )
}
