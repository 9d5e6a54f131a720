import { cityInHindi } from '#shop/catalogue/city-words/in-hindi.ts'
import { cityWords } from '../format.ts'
import { spokenLanguage } from '../language.ts'
import { Deva } from './deva.tsx'

/** Shows a city in the reader's script; beside English also in Hindi, where the brand's typeface has it. */
export function CityName({ city, className = 'ml-0.5 text-muted' }: { city: string; className?: string }) {
  const hindi = spokenLanguage() === 'en' ? cityInHindi(city) : null
  return (
    <>
      {cityWords(city)}
      {hindi && (
        <>
          {' '}
          <Deva className={className}>{hindi}</Deva>
        </>
      )}
    </>
  )
}
