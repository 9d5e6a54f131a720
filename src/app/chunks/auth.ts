/** One chunk: everything about signing in. */
import '#ui/messages/with/account/account.ts'
export { CallbackRoute } from '#account/pages/callback-route.tsx'
export { LoginRoute } from '#account/pages/login-route.tsx'
export { RegisterRoute } from '#account/pages/register-route.tsx'
export { ResetPasswordRoute } from '#account/pages/reset-password-route.tsx'
