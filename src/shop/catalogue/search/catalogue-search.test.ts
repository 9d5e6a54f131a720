import { describe, expect, it } from 'vitest'
import { events } from '../../../../tests/support/few-concerts.ts'
import { findSuggestions, fold } from './catalogue-search.ts'

describe('suggestions', () => {
  it('are singers, then cities, then venues, nearest match first', () => {
    expect(findSuggestions(events, 'm').map(({ kind, name }) => [kind, name])).toEqual([
      ['singer', 'Meher Qazi'],
      ['city', 'Mumbai'],
      ['venue', 'Mumbai Club'],
      ['venue', 'Indigo Mill, Whitefield'],
    ])
  })

  it('find a city by its other name and a singer without the accent', () => {
    expect(findSuggestions(events, 'bengal')).toEqual([{ kind: 'city', name: 'Bangalore', eventIds: ['b'] }])
    expect(findSuggestions(events, 'jose')[0]?.name).toBe('José Trio')
  })

  it('find a city in Devanagari, and a genre', () => {
    expect(findSuggestions(events, 'मुंब')).toEqual([{ kind: 'city', name: 'Mumbai', eventIds: ['a'] }])
    expect(findSuggestions(events, 'jazz')).toEqual([{ kind: 'genre', name: 'Jazz', eventIds: ['c'] }])
    expect(findSuggestions(events, 'जैज़')[0]?.name).toBe('Jazz')
  })

  it('forgive one slip in a word, where nothing matches as it was typed', () => {
    expect(findSuggestions(events, 'mehr qazi')).toEqual([{ kind: 'singer', name: 'Meher Qazi', eventIds: ['a', 'b'] }])
    expect(findSuggestions(events, 'dehli')).toEqual([{ kind: 'city', name: 'Delhi', eventIds: ['c'] }])
    expect(findSuggestions(events, 'indigo mil').map(({ name }) => name)).toEqual(['Indigo Mill, Whitefield'])
  })

  it('carry every concert they stand for, by date', () => {
    expect(findSuggestions([...events].reverse(), 'qazi')[0]?.eventIds).toEqual(['a', 'b'])
  })

  it('are none for nothing, and none for what is not there', () => {
    expect(findSuggestions(events, '   ')).toEqual([])
    expect(findSuggestions(events, 'zzz')).toEqual([])
  })

  it('take what is typed as text, not as a pattern', () => {
    expect(findSuggestions(events, '.*')).toEqual([])
  })
})

describe('folding', () => {
  it('takes away case, accents and spaces', () => {
    expect(fold('  JOSÉ   Trio ')).toBe('jose trio')
  })
  it('keeps the vowels of Devanagari, with or without a nukta', () => {
    expect(fold('दिल्ली')).toBe('दिल्ली'.normalize('NFKD'))
    expect(fold('जैज़')).toBe(fold('जैज'))
  })
})
