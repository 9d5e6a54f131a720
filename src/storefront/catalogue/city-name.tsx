import { cityInHindi } from '#shop/catalogue/cities.ts'
import { Deva } from '#ui/display/deva.tsx'

/** A city, and beside it its name in Hindi where we have it in the brand's cut. */
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
