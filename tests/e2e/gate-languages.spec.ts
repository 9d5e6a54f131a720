import type { Page } from '@playwright/test'
import { encodePassCode } from '../../src/shop/tickets/passes/pass-code.ts'
import { demoPerson } from '../support/server/visitor.ts'
import { test } from '../support/stories/gate.ts'
import { namesIn, Reader } from '../support/people/reading.ts'
import { expect } from '../support/stories/story.ts'
import { atTheGate } from '../support/sales/sold-tickets.ts'
import { Volunteer } from '../support/people/volunteer.ts'

const words = {
  hi: {
    itself: 'हिन्दी',
    prepare: 'यह गेट तैयार करें',
    list: /टिकटों की सूची · /,
    name: 'गेट का नाम',
    test: 'जाँच स्कैन',
    stored: 'स्कैनर इस डिवाइस पर सेव है',
    skip: /^छोड़ें/,
    open: 'गेट खोलें',
    practice: 'अभ्यास',
    endPractice: 'ख़त्म करें',
    point: 'कैमरा QR कोड पर रखें',
    enter: 'प्रवेश',
    again: 'पहले से अंदर है',
    no: 'अमान्य',
    check: 'जाँचें',
    type: 'कोड लिखें',
    search: 'नाम खोजें',
    field: 'नाम या सीट',
    letIn: '3 लोगों को आने दें',
    undo: /^वापस लें \(/,
    undoDialog: / का प्रवेश वापस लें$/,
    undoSubmit: 'यह स्कैन वापस लें',
    close: 'बंद करें',
    page: /गेट का पेज खोलें$/,
    title: 'गेट · Mehfil एडमिन',
  },
  mr: {
    itself: 'मराठी',
    prepare: 'हे गेट तयार करा',
    list: /तिकिटांची यादी · /,
    name: 'गेटचे नाव',
    test: 'चाचणी स्कॅन',
    stored: 'स्कॅनर या डिव्हाइसवर सेव्ह आहे',
    skip: /^वगळा/,
    open: 'गेट उघडा',
    practice: 'सराव',
    endPractice: 'संपवा',
    point: 'कॅमेरा QR कोडवर धरा',
    enter: 'प्रवेश',
    again: 'आधीच आत आहे',
    no: 'अवैध',
    check: 'तपासा',
    type: 'कोड लिहा',
    search: 'नाव शोधा',
    field: 'नाव किंवा सीट',
    letIn: '3 जणांना आत सोडा',
    undo: /^मागे घ्या \(/,
    undoDialog: / चा प्रवेश मागे घ्या$/,
    undoSubmit: 'हा स्कॅन मागे घ्या',
    close: 'बंद करा',
    page: /गेटचे पेज उघडा$/,
    title: 'गेट · Mehfil अ‍ॅडमिन',
  },
} as const
type Words = (typeof words)[keyof typeof words]

if (process.env.MEHFIL_LANGUAGE_PICTURES) test.setTimeout(900_000)

const choosesLanguage = (page: Page, itself: string) => page.getByRole('button', { name: itself, exact: true }).click()

for (const language of ['hi', 'mr'] as const)
  test(`A volunteer chooses ${words[language].itself} at the gate, prepares and scans in it`, async ({ shop }) => {
    const volunteer = await Volunteer.comes(shop, 'गेट B', { hasCamera: true })
    const say: Words = words[language]
    const { event, one, pair, group, revoked, elsewhere } = await atTheGate(shop)
    const { page } = volunteer
    const reader = new Reader(page, language, await namesIn(shop))
    const reads = (screen: string) => reader.reads(`gate ${screen}`)

    await volunteer.signsIn()
    await choosesLanguage(page, say.itself)
    await expect(page.getByRole('heading', { level: 1, name: say.prepare })).toBeVisible()
    await expect(page.locator('html')).toHaveAttribute('lang', `${language}-IN`)
    await expect(page).toHaveTitle(say.title)
    await reads('prepare')
    await page.getByRole('checkbox', { name: new RegExp(event.name) }).check()
    await expect(page.getByText(say.list)).toBeVisible()
    await page.getByRole('button', { name: say.open }).click()
    await expect(page.getByLabel(say.name)).toHaveAccessibleDescription(/B/)
    await reads('prepare without a name')
    await page.getByLabel(say.name).fill(volunteer.gate)
    await expect(async () => {
      await page.getByRole('button', { name: say.test, exact: true }).click()
      await expect(page.getByText(say.stored)).toBeVisible()
    }).toPass({ timeout: 60_000 })
    await expect(page.getByRole('button', { name: say.skip })).toBeVisible()
    await reads('test scan')

    await page.getByRole('button', { name: say.practice }).click()
    await expect(page.getByRole('heading', { name: say.point })).toBeVisible()
    await reads('practice')
    await page.getByRole('button', { name: say.endPractice }).click()
    await page.getByRole('button', { name: say.open }).click()
    await expect(page.getByRole('heading', { name: say.point })).toBeVisible()
    await reads('scanner')

    /** The answer's large word is in the language, and below it the English one, as on the shop's signs. */
    const answers = async (
      code: string,
      verdict: Parameters<Volunteer['scans']>[1],
      word: string,
      screen: string,
      how: 'scans' | 'finds' = 'scans',
    ) => {
      const answer =
        how === 'scans'
          ? await volunteer.scans(code, verdict, word)
          : await volunteer.finds(code, verdict, { ...say, saying: word })
      // An ENTER of one seat is on screen too briefly to read twice; a group's has both words too.
      if (code !== one.qr || verdict !== 'ENTER') {
        await expect(answer.getByRole('heading', { level: 1, name: word, exact: true })).toBeVisible()
        await expect(answer.getByText(verdict, { exact: true })).toHaveAttribute('lang', 'en')
      }
      await reads(screen)
      return answer
    }
    await answers(one.qr, 'ENTER', say.enter, 'enter')
    await volunteer.next()
    await answers(one.qr, 'ALREADY IN', say.again, 'already in')
    await volunteer.next()
    await answers(revoked.qr, 'NOT VALID', say.no, 'revoked')
    await volunteer.next()
    const forged = encodePassCode({ ...pair.parts, signature: 'f'.repeat(128) })
    await answers(forged, 'NOT VALID', say.no, 'forged')
    await volunteer.next()
    await answers('upi://pay?pa=somebody@bank', 'NOT VALID', say.no, 'no ticket')
    await volunteer.next()
    await answers(elsewhere.qr, 'CHECK', say.check, 'another event')
    await volunteer.next()
    const party = await answers(group.seats[0]!, 'ENTER', say.enter, 'group', 'finds')
    await party.getByRole('checkbox', { name: group.seats[3]! }).click()
    await party.getByRole('button', { name: say.letIn }).click()
    await expect(volunteer.verdict()).toHaveCount(0)
    await answers(group.seats[0]!, 'CHECK', say.check, 'part of the group', 'finds')
    await page.getByRole('button', { name: /आत नको|न आने दें/ }).click()

    const two = await volunteer.finds(pair.seats[0]!, 'ENTER', say)
    await two.getByRole('button', { name: /^2 / }).click()
    await page.getByRole('button', { name: say.undo }).first().click()
    const undoing = page.getByRole('dialog', { name: say.undoDialog })
    await undoing.getByRole('button', { name: say.undoSubmit }).click()
    await reads('undo')
    await undoing.getByRole('group').getByRole('button').first().click()
    await undoing.getByRole('button', { name: say.undoSubmit }).click()
    await expect(undoing).toBeHidden()

    await page.getByRole('button', { name: say.type, exact: true }).click()
    await reads('type')
    await page.getByRole('dialog').getByRole('button', { name: say.close }).click()
    await page.getByRole('button', { name: say.search, exact: true }).click()
    await page.getByRole('dialog').getByLabel(say.field).fill('farah')
    await expect(page.getByRole('dialog').getByRole('listitem').first()).toBeVisible()
    await reads('search')
    await page.getByRole('dialog').getByRole('button', { name: say.close }).click()

    // Other gates and devices arrive with the server's next counters.
    await page.getByRole('button', { name: say.page }).click()
    const own = page.getByRole('dialog', { name: volunteer.gate })
    await expect(own.getByRole('heading', { level: 4 }).first()).toBeVisible({ timeout: 60_000 })
    await reads('page')

    await test.step('and its page offers the other languages; the choice is saved in the profile', async () => {
      await choosesLanguage(page, 'English')
      await expect(own.getByRole('heading', { name: 'This device' })).toBeVisible()
      await choosesLanguage(page, say.itself)
      await expect(own.getByRole('button', { name: say.close })).toBeVisible()
      const { client, id } = await demoPerson(shop, 'gate')
      const saved = async (): Promise<unknown> =>
        (await client.from('profiles').select('language').eq('id', id).single()).data?.language
      await expect.poll(saved).toBe(language)
    })

    expect(reader.count).toBeGreaterThan(14)
    expect(reader.wrong).toEqual({})
    await volunteer.leaves()
  })
