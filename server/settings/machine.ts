import { addressOf, type Settings } from './settings.ts'

/** Returns what this server was started with, by variable, for the console; null where it is not set. No secret. */
export function machineSettings(settings: Settings): Record<string, string | null> {
  const { mail, google, gateways } = settings
  const isSet = (value: unknown): string | null => (value === null ? null : 'set')
  return {
    PUBLIC_URL: settings.publicUrl ?? `${addressOf(settings, settings.port)}, where it listens`,
    SMTP_FROM: mail && mail.from,
    SMTP_HOST: mail && `${mail.host}, port ${mail.port}`,
    DATABASE_URL: settings.databaseUrl === null ? 'embedded, in DATA_DIR' : 'PostgreSQL',
    DATA_DIR: settings.dataDir,
    ADMIN_EMAIL: settings.adminEmail,
    GOOGLE_CLIENT_ID: isSet(google),
    RAZORPAY_WEBHOOK_SECRET: isSet(gateways.razorpay),
    CASHFREE_CLIENT_SECRET: isSet(gateways.cashfree),
    METRICS_TOKEN: isSet(settings.metricsToken),
  }
}
