import { expect, test } from 'vitest'
import { machineSettings } from './machine.ts'
import { readSettings } from './settings.ts'

test('says what is not set', () => {
  const said = machineSettings(readSettings({ PORT: '4999' }))
  expect(said).toMatchObject({
    PUBLIC_URL: 'http://localhost:4999, where it listens',
    SMTP_FROM: null,
    SMTP_HOST: null,
    DATABASE_URL: 'embedded, in DATA_DIR',
  })
})

test('says who sends mails, and no secret', () => {
  const secret = 'a secret of more than twenty-four'
  const said = machineSettings(
    readSettings({
      ...{
        SMTP_HOST: 'smtp.example.in',
        SMTP_FROM: 'Raag <raag@example.in>',
        SMTP_USER: 'raag',
        SMTP_PASSWORD: secret,
      },
      ...{
        DATABASE_URL: `postgres://shop:${encodeURIComponent(secret)}@db:5432/shop`,
        PUBLIC_URL: 'https://raag.example',
      },
      ...{ GOOGLE_CLIENT_ID: 'id', GOOGLE_CLIENT_SECRET: secret, METRICS_TOKEN: 'token-of-the-metrics' },
      ...{ RAZORPAY_WEBHOOK_SECRET: secret, CASHFREE_CLIENT_SECRET: secret },
    }),
  )
  expect(said).toMatchObject({
    ...{
      PUBLIC_URL: 'https://raag.example',
      SMTP_FROM: 'Raag <raag@example.in>',
      SMTP_HOST: 'smtp.example.in, port 587',
    },
    ...{ DATABASE_URL: 'PostgreSQL', GOOGLE_CLIENT_ID: 'set', RAZORPAY_WEBHOOK_SECRET: 'set', METRICS_TOKEN: 'set' },
  })
  expect(JSON.stringify(said)).not.toMatch(/a secret|a%20secret|token-of/)
})
