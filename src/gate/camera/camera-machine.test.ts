import { expect, it } from 'vitest'
import { cameraMachine, type CameraState, type RunningCamera } from './camera-machine.ts'

/** A camera that starts and stops on command and throws as html5-qrcode does. */
function fakeCamera() {
  const log: string[] = []
  const says: CameraState['kind'][] = []
  let running = 0
  let most = 0
  const pending: { finish: () => void; fail: (error: Error) => void }[] = []
  let ended: (() => void) | null = null
  let works = true
  const machine = cameraMachine(
    (cameraId, onEnded) =>
      new Promise<RunningCamera>((resolve, reject) => {
        if (running > 0) throw new Error('two cameras at once')
        running += 1
        most = Math.max(most, running)
        ended = onEnded
        log.push(`start ${cameraId}`)
        pending.push({
          finish: () =>
            resolve({
              works: () => works,
              stop: async () => {
                log.push(`stop ${cameraId}`)
                running -= 1
                works = true
              },
            }),
          fail: (error) => {
            running -= 1
            reject(error)
          },
        })
      }),
    (state) => says.push(state.kind),
    () => 'refused',
  )
  const tick = () => new Promise((done) => setTimeout(done, 0))
  return {
    machine,
    log,
    says,
    most: () => most,
    end: () => ended?.(),
    goesBlack: () => void (works = false),
    async finish() {
      await tick()
      pending.shift()?.finish()
      await tick()
      await tick()
    },
    async fail() {
      await tick()
      pending.shift()?.fail(new Error('NotAllowedError'))
      await tick()
    },
  }
}

it('the camera waits for the start before it stops', async () => {
  const { machine, log, finish } = fakeCamera()
  machine.run(null)
  const stopped = machine.stop()
  await finish()
  await stopped
  expect(log).toEqual(['start null', 'stop null'])
  expect(machine.state()).toEqual({ kind: 'off' })
})

it('the camera starts once when mounted twice', async () => {
  const { machine, log, finish } = fakeCamera()
  machine.run(null)
  void machine.stop()
  machine.run(null)
  await finish()
  expect(log).toEqual(['start null'])
  expect(machine.state()).toEqual({ kind: 'on' })
})

it('the camera stops one camera before it starts another', async () => {
  const { machine, log, finish, most } = fakeCamera()
  machine.run('back')
  await finish()
  machine.run('front')
  await finish()
  expect(log).toEqual(['start back', 'stop back', 'start front'])
  expect(most()).toBe(1)
})

it('the camera restarts after it ended by itself', async () => {
  const { machine, log, finish, end } = fakeCamera()
  machine.run('back')
  await finish()
  end()
  await finish()
  expect(log).toEqual(['start back', 'stop back', 'start back'])
  expect(machine.state()).toEqual({ kind: 'on' })
})

it('the camera restarts at a check when it gives no frames, and is left alone when it does', async () => {
  const { machine, log, finish, goesBlack } = fakeCamera()
  machine.check()
  machine.run('back')
  machine.check()
  await finish()
  machine.check()
  expect(log).toEqual(['start back'])
  goesBlack()
  machine.check()
  await finish()
  expect(log).toEqual(['start back', 'stop back', 'start back'])
  expect(machine.state()).toEqual({ kind: 'on' })
})

it('the camera reports a refusal and retries only on request', async () => {
  const { machine, log, finish, fail } = fakeCamera()
  machine.run(null)
  await fail()
  expect(machine.state()).toEqual({ kind: 'failed', problem: 'refused' })
  expect(log).toHaveLength(1)
  machine.run(null)
  await finish()
  expect(machine.state()).toEqual({ kind: 'on' })
})

it('the camera ends in the last requested state after any order of requests', async () => {
  for (let seed = 1; seed <= 40; seed++) {
    const { machine, finish, most } = fakeCamera()
    let random = seed
    const next = (n: number): number => {
      random = (random * 1103515245 + 12345) % 2147483648
      return random % n
    }
    let wanted: string | null = null
    for (let step = 0; step < 12; step++) {
      const choice = next(4)
      if (choice === 3) await finish()
      else if (choice === 2) {
        wanted = null
        void machine.stop()
      } else {
        wanted = choice === 0 ? 'a' : 'b'
        machine.run(wanted)
      }
    }
    for (let turn = 0; turn < 6; turn++) await finish()
    expect(machine.state().kind).toBe(wanted === null ? 'off' : 'on')
    expect(most()).toBeLessThanOrEqual(1)
  }
})
