import { languages, type Language } from '#platform/text/language.ts'
import { regions, type Profile, type Region } from '#shop/people/profile.ts'
import { SelectField } from '#ui/controls/field.tsx'
import { languageNames, switchLanguage } from '#ui/language-choice.tsx'
import { usePreferredLanguage } from '#ui/language.ts'
import { t } from '#ui/messages/messages.ts'
import { PageSection } from '#ui/display/page-section.tsx'
import { useSavedChoice } from './use-saved-choice.ts'

export function RegionChoice({ profile }: { profile: Profile | null }) {
  const { pending, choose } = useSavedChoice()
  const language = usePreferredLanguage()
  const region = pending?.region ?? profile?.region ?? 'india'
  return (
    <PageSection title={t('settings.place')}>
      <SelectField
        label={t('settings.language')}
        hint={t('settings.language.hint')}
        value={language}
        onChange={(event) => void switchLanguage(event.target.value as Language)}
      >
        {languages.map((one) => (
          <option key={one} value={one} lang={one}>
            {languageNames[one]}
          </option>
        ))}
      </SelectField>
      <SelectField
        label={t('settings.region')}
        hint={t(`settings.region.${region}.hint`)}
        value={region}
        disabled={profile === null}
        onChange={(event) => choose({ region: event.target.value as Region })}
      >
        {regions.map((one) => (
          <option key={one} value={one}>
            {t(`settings.region.${one}`)}
          </option>
        ))}
      </SelectField>
    </PageSection>
  )
}
