import { describe, expect, it } from 'vitest'
import { gridMap, hallMap } from '../../../tests/support/concerts/seat-maps.ts'
import {
  alternatives,
  chooseBest,
  chosenAgain,
  aloneBeside,
  companionsAmong,
  isKeptPlace,
  seatToGive,
  wheelchairChoice,
  mostTogether,
  nothingChosen,
  pressSeat,
  putAway,
  removeSeat,
  applyAvailability,
  takeInstead,
  type SeatHall,
} from './seat-choice.ts'

const hall = (taken: string[] = [], inCart: string[] = [], total = 100): SeatHall => ({
  map: gridMap(total),
  taken: new Set(taken),
  inCart: new Set(inCart),
  most: 10,
})
const press = (seats: string[], of = hall()) =>
  seats.reduce((choice, seat) => pressSeat(choice, of, seat), nothingChosen)

describe('the picker opened again', () => {
  it('restores the choice in the order of the hall, without unknown seats', () => {
    expect(chosenAgain(['F6', 'A9', 'nonsense'], hall())).toEqual({ ...nothingChosen, selected: ['A9', 'F6'] })
    expect(chosenAgain(['nonsense'], hall())).toBe(nothingChosen)
  })

  it('stays within ten with the seats in the cart, which are not chosen again', () => {
    const of = hall([], ['A1', 'A2', 'A3', 'A4', 'A5', 'A6', 'A7', 'A8'])
    expect(chosenAgain(['A8', 'B1', 'B2', 'B3'], of).selected).toEqual(['B1', 'B2'])
  })

  it('names seats taken meanwhile and keeps the rest', () => {
    const again = applyAvailability(chosenAgain(['F5', 'F6'], hall()), hall(['F5']))
    expect(again).toMatchObject({ selected: ['F6'], lost: ['F5'] })
  })
})

describe('pressing seats', () => {
  it('chooses in the order of the hall and gives back', () => {
    expect(press(['F6', 'F5', 'A10', 'A9']).selected).toEqual(['A9', 'A10', 'F5', 'F6'])
    expect(press(['F5', 'F6', 'F5']).selected).toEqual(['F6'])
    expect(removeSeat(press(['F5', 'F6']), hall(), 'F6').selected).toEqual(['F5'])
  })

  it('chooses ten and refuses the eleventh, keeping the ten', () => {
    const ten = press(['A1', 'A2', 'A3', 'A4', 'A5', 'A6', 'A7', 'A8', 'A9', 'A10'])
    expect(ten).toMatchObject({ refusal: null })
    const eleven = pressSeat(ten, hall(), 'B1')
    expect(eleven.selected).toEqual(ten.selected)
    expect(eleven.refusal).toEqual({ kind: 'limit' })
    expect(removeSeat(eleven, hall(), 'A1').refusal).toBeNull()
  })

  it('counts the seats in the cart', () => {
    const of = hall([], ['A1', 'A2', 'A3', 'A4', 'A5', 'A6', 'A7', 'A8', 'A9'])
    expect(mostTogether(of).most).toBe(1)
    expect(press(['B1', 'B2'], of)).toMatchObject({ selected: ['B1'], refusal: { kind: 'limit' } })
    const twelve = Array.from({ length: 12 }, (_, n) => `B${n}`)
    expect(mostTogether(hall([], twelve)).most).toBe(0)
  })

  it('says that a seat is sold or in the cart, and chooses nothing', () => {
    expect(press(['A1'], hall(['A1']))).toEqual({ selected: [], lost: [], refusal: { kind: 'sold', seat: 'A1' } })
    expect(press(['A1'], hall([], ['A1'])).refusal).toEqual({ kind: 'in-cart', seat: 'A1' })
  })
})

describe('best together', () => {
  it('replaces the choice', () => {
    expect(chooseBest(press(['J1']), hall(), 2)).toEqual({ selected: ['A5', 'A6'], lost: [], refusal: null })
  })

  it('passes over taken seats and those in the cart', () => {
    expect(chooseBest(nothingChosen, hall(['A5'], ['A6']), 1).selected).toEqual(['B5'])
  })

  it('keeps the choice when there are none, and says how many are left together', () => {
    const of = hall(['A2', 'B1'], [], 4)
    expect(chooseBest(press(['A1'], of), of, 2)).toEqual({
      selected: ['A1'],
      lost: [],
      refusal: { kind: 'none-together', n: 2, most: 1 },
    })
  })

  it('knows the most that are to be had together, and whether sales or the hall itself make them few', () => {
    expect(mostTogether(hall())).toEqual({ most: 10, sold: false })
    expect(mostTogether(hall([], [], 20))).toEqual({ most: 5, sold: false })
    expect(mostTogether(hall(['A2', 'B1'], [], 4))).toEqual({ most: 1, sold: true })
    expect(mostTogether(hall(['A1', 'A2', 'B1', 'B2'], [], 4))).toEqual({ most: 0, sold: true })
    expect(mostTogether(hall(['B1'], ['A1', 'A2', 'A3', 'A4', 'A5', 'A6']))).toEqual({ most: 4, sold: false })
  })

  it('keeps to the limit', () => {
    const of = hall([], ['J1', 'J2', 'J3', 'J4', 'J5', 'J6'])
    expect(chooseBest(nothingChosen, of, 4).selected).toHaveLength(4)
    expect(chooseBest(nothingChosen, of, 5).refusal).toEqual({ kind: 'limit-best', n: 5 })
  })
})

describe('a seat left alone', () => {
  it('is named when the choice has both sides of it, or one and others the other', () => {
    expect(aloneBeside(press(['A4', 'A6']), hall())).toBe('A5')
    expect(aloneBeside(press(['A4'], hall(['A6'])), hall(['A6']))).toBe('A5')
    expect(aloneBeside(press(['A4'], hall([], ['A2'])), hall([], ['A2']))).toBe('A3')
  })

  it('is none where the seats are those that the shop offers', () => {
    const few = hall(['A1', 'A2', 'A3', 'A7', 'A8', 'A9', 'A10'])
    const offered = chooseBest(nothingChosen, few, 2)
    expect(aloneBeside(offered, few)).toBeNull()
  })

  it('is none at the edge of a row, nor where it was alone before', () => {
    expect(aloneBeside(press(['A2', 'A9']), hall())).toBeNull()
    expect(aloneBeside(press(['A8']), hall(['A1', 'A3']))).toBeNull()
    expect(aloneBeside(nothingChosen, hall(['A1', 'A3']))).toBeNull()
  })
})

describe('a seat that others took', () => {
  it('is lost, the others stay chosen', () => {
    expect(applyAvailability(press(['F5', 'F6', 'F7']), hall(['F6']))).toMatchObject({
      selected: ['F5', 'F7'],
      lost: ['F6'],
    })
  })

  it('changes nothing when other seats are taken', () => {
    const choice = press(['F5'])
    expect(applyAvailability(choice, hall(['A1', 'A2']))).toBe(choice)
  })

  it('is named until it is put away, replaced, or free again', () => {
    const lost = applyAvailability(press(['F5', 'F6']), hall(['F6']))
    expect(applyAvailability(lost, hall(['F6']))).toBe(lost)
    expect(applyAvailability(lost, hall([])).lost).toEqual([])
    expect(putAway(lost, 'F6')).toMatchObject({ selected: ['F5'], lost: [] })
    expect(pressSeat(lost, hall(['F6']), 'F6')).toMatchObject({ selected: ['F5'], lost: [] })
  })

  it('is not lost when it went into my own cart', () => {
    expect(applyAvailability(press(['F5', 'F6']), hall([], ['F6']))).toMatchObject({ selected: ['F5'], lost: [] })
  })

  it('has its own alternative beside the other seats', () => {
    const of = hall(['F6', 'F7'])
    const lost = applyAvailability(press(['F5', 'F6', 'F7']), of)
    const offers = alternatives(lost, of)
    expect(offers).toEqual([
      { lost: 'F6', instead: 'F4' },
      { lost: 'F7', instead: 'F3' },
    ])
    const mended = takeInstead(takeInstead(lost, of, 'F6', 'F4'), of, 'F7', 'F3')
    expect(mended).toEqual({ selected: ['F3', 'F4', 'F5'], lost: [], refusal: null })
  })

  it('has no alternative in a full hall', () => {
    const of = hall(['A1', 'A2'], [], 2)
    expect(alternatives({ selected: [], lost: ['A1'], refusal: null }, of)).toEqual([{ lost: 'A1', instead: null }])
  })

  it('is not replaced by a seat that is taken meanwhile', () => {
    const lost = applyAvailability(press(['F6']), hall(['F6']))
    expect(takeInstead(lost, hall(['F6', 'F5']), 'F6', 'F5')).toEqual({
      selected: [],
      lost: [],
      refusal: { kind: 'sold', seat: 'F5' },
    })
  })
})

describe('a wheelchair place', () => {
  const rows = [{ label: 'A', seats: [1, 2, 3, 4, 5, 6], wheelchair: [2, 5] }]
  const of = (taken: string[] = [], inCart: string[] = [], most = 10): SeatHall => ({
    map: hallMap([{ code: 'S', name: 'Stalls', rows }]),
    ...{ taken: new Set(taken), inCart: new Set(inCart), most },
  })
  const both = press(['S-A2'], of())

  it('is chosen with the seat of a companion, which a press gives up', () => {
    expect(both.selected).toEqual(['S-A1', 'S-A2'])
    expect(wheelchairChoice(both, of())).toBe('with-companion')
    expect(press(['S-A2', 'S-A1'], of()).selected).toEqual(['S-A2'])
    expect(press(['S-A2', 'S-A1', 'S-A1'], of()).selected).toEqual(['S-A1', 'S-A2'])
    expect(wheelchairChoice(press(['S-A2', 'S-A1'], of()), of())).toBe('alone')
    expect(wheelchairChoice(press(['S-A3'], of()), of())).toBeNull()
  })

  it('is chosen alone where the seat is taken, or one more would be too many', () => {
    expect(press(['S-A2'], of(['S-A1'])).selected).toEqual(['S-A2'])
    expect(press(['S-A2'], of([], [], 1)).selected).toEqual(['S-A2'])
  })

  it('keeps its companion seat from all others', () => {
    expect(press(['S-A1', 'S-A5'], of()).selected).toEqual(['S-A4', 'S-A5'])
    expect(press(['S-A1'], of()).refusal).toEqual({ kind: 'companion', seat: 'S-A1' })
    expect(press(['S-A1'], of([], ['S-A2'])).selected).toEqual(['S-A1'])
    expect(press(['S-A1'], { ...of(), byStaff: true }).selected).toEqual(['S-A1'])
    expect(chooseBest(nothingChosen, of(), 1).selected).toEqual(['S-A3'])
    expect(mostTogether(of()).most).toBe(1)
  })

  it('takes its companion seat along when it is given back, lost or no longer there', () => {
    expect(removeSeat(both, of(), 'S-A2').selected).toEqual([])
    expect(applyAvailability(both, of(['S-A2']))).toMatchObject({ selected: [], lost: ['S-A2'] })
    expect(chosenAgain(['S-A1'], of())).toBe(nothingChosen)
    expect(chosenAgain(['S-A1', 'S-A2'], of()).selected).toEqual(['S-A1', 'S-A2'])
  })

  it('leaves its companion seat behind when others have taken it', () => {
    const { map } = of()
    expect(companionsAmong(map, ['S-A1', 'S-A3', 'S-A4'], ['S-A2'])).toEqual(['S-A1'])
    expect(['S-A1', 'S-A2'].map((seat) => isKeptPlace(map, seat))).toEqual([false, true])
  })

  it('is given back after its companion seat, one seat at a time', () => {
    const { map } = of()
    expect(seatToGive(['S-A1', 'S-A2'], map)).toBe('S-A1')
    expect(seatToGive(['S-A1', 'S-A2', 'S-A3'], map)).toBe('S-A3')
    expect(seatToGive(['S-A3', 'S-A2'], map)).toBe('S-A2')
    expect(seatToGive(['S-A1', 'S-A2'], hallMap([{ code: 'S', name: 'Stalls', rows }], 'top', true))).toBe('S-A2')
    expect(seatToGive(['1', '2'], null)).toBe('2')
  })

  it('is a seat like any other to press once all are open', () => {
    const open = { ...of(), map: hallMap([{ code: 'S', name: 'Stalls', rows }], 'top', true) }
    expect(press(['S-A1'], open).selected).toEqual(['S-A1'])
    expect(press(['S-A2'], open).selected).toEqual(['S-A2'])
    expect(wheelchairChoice(press(['S-A2'], open), open)).toBeNull()
    expect(mostTogether(open).most).toBe(2)
  })
})
