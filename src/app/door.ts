/** One chunk: everything about signing in. */
import '#ui/messages/with/account.ts'
export { CallbackRoute } from '#account/callback-route.tsx'
export { LoginRoute } from '#account/login-route.tsx'
export { RegisterRoute } from '#account/register-route.tsx'
export { ResetPasswordRoute } from '#account/reset-password-route.tsx'
