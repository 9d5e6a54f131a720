import '#ui/messages/en/account/profile.ts'
export { ProfileRoute } from '#storefront/settings/profile-route.tsx'
export { SettingsRoute } from '#storefront/settings/settings-route.tsx'
