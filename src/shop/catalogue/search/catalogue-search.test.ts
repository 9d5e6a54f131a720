import { describe, expect, it } from 'vitest'
import { events } from '../../../../tests/support/concerts/few-concerts.ts'
import type { CatalogueEvent } from '../catalogue.ts'
import { findSuggestions } from './catalogue-search.ts'

describe('suggestions', () => {
  it('lists singers, then cities, then venues, the nearest match first', () => {
    expect(findSuggestions(events, 'm').map(({ kind, name }) => [kind, name])).toEqual([
      ['singer', 'Meher Qazi'],
      ['city', 'Mumbai'],
      ['venue', 'Mumbai Club'],
      ['venue', 'Indigo Mill, Whitefield'],
    ])
  })

  it('finds a city by an alias and a singer without the accent', () => {
    expect(findSuggestions(events, 'bengal')).toEqual([{ kind: 'city', name: 'Bangalore', eventIds: ['b'] }])
    expect(findSuggestions(events, 'jose')[0]?.name).toBe('José Trio')
  })

  it('finds a city in Devanagari, and a genre', () => {
    expect(findSuggestions(events, 'मुंब')).toEqual([{ kind: 'city', name: 'Mumbai', eventIds: ['a'] }])
    expect(findSuggestions(events, 'jazz')).toEqual([{ kind: 'genre', name: 'Jazz', eventIds: ['c'] }])
    expect(findSuggestions(events, 'जैज़')[0]?.name).toBe('Jazz')
  })

  it('allows one slip in a word when nothing matches as typed', () => {
    expect(findSuggestions(events, 'mehr qazi')).toEqual([{ kind: 'singer', name: 'Meher Qazi', eventIds: ['a', 'b'] }])
    expect(findSuggestions(events, 'dehli')).toEqual([{ kind: 'city', name: 'Delhi', eventIds: ['c'] }])
    expect(findSuggestions(events, 'indigo mil').map(({ name }) => name)).toEqual(['Indigo Mill, Whitefield'])
  })

  it('returns all events of a suggestion, by date', () => {
    expect(findSuggestions([...events].reverse(), 'qazi')[0]?.eventIds).toEqual(['a', 'b'])
  })

  it('returns none for empty text or without a match', () => {
    expect(findSuggestions(events, '   ')).toEqual([])
    expect(findSuggestions(events, 'zzz')).toEqual([])
  })

  it('lists initials before names that begin with the same letters', () => {
    const [first] = events as [CatalogueEvent]
    const list = ['Arjun Sen', 'A.R. Rahman'].map((name) => ({ ...first, singer: { id: name, name } }))
    for (const typed of ['ar', 'a.r.', 'A R'])
      expect(
        findSuggestions(list, typed).map(({ name }) => name),
        typed,
      ).toEqual(['A.R. Rahman', 'Arjun Sen'])
  })

  it('reads the text literally, not as a pattern', () => {
    expect(findSuggestions(events, '.*')).toEqual([])
  })
})
