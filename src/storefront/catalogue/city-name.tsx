import { cityInHindi } from '#shop/catalogue/cities.ts'
import { Deva } from '#ui/display/deva.tsx'

export function CityName({ city }: { city: string }) {
  const hindi = cityInHindi(city)
  return (
    <>
      {city}
      {hindi && (
        <>
          {' '}
          <Deva className="ml-0.5 text-muted">{hindi}</Deva>
        </>
      )}
    </>
  )
}
