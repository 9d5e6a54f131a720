import { cityInHindi } from '#shop/catalogue/city-words/in-hindi.ts'
import { canonicalCity } from '#shop/catalogue/cities.ts'
import { cities as hindiCities } from '#shop/catalogue/city-words/hi.ts'
import { cities as marathiCities } from '#shop/catalogue/city-words/mr.ts'
import { canBeBought, cheapestCategory, isToCome, posterOf, type CatalogueEvent } from '#shop/catalogue/catalogue.ts'
import { allInPrice } from '#shop/prices/rates.ts'
import type { ShopTerms } from '#shop/terms/terms.ts'
import { ownPoster } from '#shop/catalogue/about/event-about.ts'
import { posterName, posterSet, posterUrl } from '#shop/catalogue/about/poster-files.ts'
import {
  formatDayNames,
  formatDayNumber,
  formatTime,
  istParts,
  weekdayNamesHindi,
  yearToSay,
} from '#platform/time/ist.ts'
import type { Language } from '#platform/text/language.ts'
import { escapeHtml, rupees } from './html.ts'
import { inLanguage } from '../words/words.ts'

/**
 * Returns the upper part of an event's page, laid out as event-route.tsx and event-board.tsx do (a story checks it).
 * The app's messages stay empty; index.html hides `words` on a device with another language than `language`.
 */
export function eventFrame(event: CatalogueEvent, now: Date, language: Language): string {
  const plain = isToCome(event, now) && event.previousDate === null
  const poster = `<img ${pictureOf(event)} decoding="sync" fetchpriority="high" />`
  return [
    // Full height, so that a desktop's scrollbar has its place from the start.
    `<div class="min-h-dvh"><div class="wrap py-4 text-2 leading-5">${EMPTY}</div>`,
    `<div class="wrap grid gap-6 desk:grid-cols-[384px_minmax(0,1fr)] desk:gap-18">`,
    `<div>${poster}</div>`,
    `<div class="min-w-0"><h1 class="head-6 wrap-break-word">${escapeHtml(event.singer.name)}</h1>`,
    event.genre === null ? '' : `<p class="mt-2.5 text-muted">${EMPTY}</p>`,
    plain ? inLanguage(language, () => board(event, canBeBought(event, now), now, language)) : '',
    `</div></div></div>`,
  ].join('')
}

/**
 * Returns the bar at the foot of a phone's screen with the lowest price and the way to the seats, as event-tickets.tsx
 * draws it; empty when nothing is on sale, is free, or waits for a turn. index.html keeps a press until the app is there.
 */
export function buyBar(event: CatalogueEvent, now: Date, language: Language, terms: ShopTerms): string {
  const cheapest = cheapestCategory(event, now)
  if (!cheapest || cheapest.free || event.hasQueue !== false || !canBeBought(event, now)) return ''
  return inLanguage(language, (words) => {
    const aside = (text: string): string => text && `<span class="text-1 font-text text-muted">${text}</span>`
    const [before = '', after = ''] = words.priceFrom({ amount: '|' }).split('|')
    const allIn = words.allIn({ amount: rupees(allInPrice(cheapest.price, terms, event.state)) })
    return [
      `<div data-bottom-bar class="words fixed inset-x-0 bottom-0 z-20 flex flex-wrap items-center justify-between gap-x-4 gap-y-2`,
      ` bg-surface pt-2.5 shadow-bar desk:hidden *:min-w-0 *:max-w-full [&>button]:whitespace-normal`,
      ` pr-[max(16px,env(safe-area-inset-right))] pb-[calc(10px+env(safe-area-inset-bottom))] pl-[max(16px,env(safe-area-inset-left))]">`,
      `<span class="inline-block font-strong tabular-nums desk:whitespace-nowrap">`,
      `<span>${aside(before)}${rupees(cheapest.price)}${aside(after)}</span>`,
      `<span class="block text-1 leading-4 font-text text-muted">${allIn}</span></span>`,
      `<button type="button" data-seats="/events/${event.id}?seats=${cheapest.id}" class="inline-flex cursor-pointer`,
      ` items-center gap-3 rounded-control border font-strong whitespace-nowrap pt-0.5 leading-tight no-underline`,
      ` transition-colors duration-(--t-tap) select-none min-h-12 px-5 text-3 justify-center border-transparent bg-accent`,
      ` text-accent-ink hover:bg-accent-hover active:bg-accent-press">`,
      `<span>${cheapest.standing ? words.chooseNumber : words.chooseSeats}</span>${ARROW}</button></div>`,
    ].join('')
  })
}

/** As ui/display/poster.tsx draws it. */
function pictureOf(event: CatalogueEvent): string {
  const own = ownPoster(event)
  const name = own && posterName(own.path)
  if (!name)
    return (
      `src="/posters/${posterOf(event.id)}.svg" alt="" width="400" height="500"` +
      ` class="aspect-4/5 w-full rounded-poster bg-sunk object-cover aspect-video desk:aspect-4/5"`
    )
  return (
    `src="${posterUrl(own.path, 1280, 'jpg')}" srcset="${posterSet(own.path, name, '')}"` +
    ` sizes="(min-width:900px) 400px,100vw" alt="${escapeHtml(own.alt)}" width="${name.width}" height="${name.height}"` +
    ` class="w-full rounded-poster bg-sunk h-auto max-h-[46svh] object-contain desk:max-h-none"`
  )
}

/** As ui/controls/icon.tsx draws it. */
const ARROW =
  '<svg viewBox="0 0 20 20" aria-hidden="true" class="size-5 flex-none fill-none stroke-current -mt-0.5" stroke-width="1.6"' +
  ' stroke-linecap="square"><path d="M4 10h12M11.5 5.5 16 10l-4.5 4.5" /></svg>'

const EMPTY = '&nbsp;'
const DOORS = `<span class="block text-1">${EMPTY}</span>`

const deva = (text: string, more = ''): string =>
  `<span lang="hi" class="font-deva text-[.93em] font-medium tracking-normal${more}">${text}</span>`

const cityWords: Readonly<Record<Language, Readonly<Record<string, string>>>> = {
  en: {},
  hi: hindiCities,
  mr: marathiCities,
}

function board({ date, city, venue, about }: CatalogueEvent, lit: boolean, now: Date, language: Language): string {
  const { month, weekday } = formatDayNames(date)
  const english = language === 'en'
  const hindi = english ? cityInHindi(city) : null
  const inWords = cityWords[language][canonicalCity(city)] ?? city
  const year = yearToSay(date, now)
  const inYear =
    year === null ? '' : `<span class="font-head text-1 leading-[.8] tabular-nums [font-stretch:80%]"> ${year}</span>`
  const beside = english ? ` ${deva(weekdayNamesHindi[istParts(date).weekday] ?? '')}` : inYear
  return [
    `<div class="mt-6 flex flex-wrap border-t-2 border-rule-strong desk:grid desk:grid-cols-[auto_auto_1fr]">`,
    `<div class="py-3 pr-5 pl-3.5 desk:py-4 desk:pr-7 desk:pl-4 ${lit ? 'bg-accent text-accent-ink' : 'bg-sunk'}">`,
    `<div class="grid grid-cols-[auto_1fr] items-start gap-x-2 desk:gap-x-2.5">`,
    `<span class="font-head tabular-nums leading-[.8] tracking-[-.03em] [font-stretch:80%] pt-[.02em] text-[3.5rem] desk:text-[4.25rem]">${formatDayNumber(date)}</span>`,
    `<span class="words text-2 leading-[17px] font-strong whitespace-nowrap desk:text-3 desk:leading-[22px]">${month}${english ? inYear : ''}`,
    `<span class="block font-text">${weekday}${beside}</span></span></div></div>`,
    `<div class="min-w-0 flex-1 basis-18 py-3 pl-4 desk:py-3.5 desk:pr-10 desk:pl-6">`,
    `<div class="words"><span class="head-5 whitespace-nowrap tabular-nums">${formatTime(date)}</span>`,
    `${about?.doorsAt ? DOORS : ''}</div></div>`,
    `<div class="w-full border-t border-rule py-3 desk:w-auto desk:border-t-0 desk:border-l desk:py-3.5 desk:pl-6">`,
    `<div><span class="words head-5">${escapeHtml(inWords)}${hindi ? ` ${deva(hindi, ' text-[.8em]! text-muted')}` : ''}</span>`,
    `<span class="block text-2 text-muted">${escapeHtml(venue)}</span></div></div></div>`,
  ].join('')
}
