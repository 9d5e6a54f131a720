import './lite-environment.ts'
import { App } from '@supabase/lite'
import { MAILED_LINK_SECONDS, type AuthMailer } from '../mail/auth-mail.ts'
import type { DataFolder } from '../files/data-folder.ts'
import type { Database } from '../database/database.ts'
import { requestNotes } from '../database/embedded-driver.ts'
import { restateRights, readSchemaOnce } from '../database/known-schema.ts'
import { applyMigrations } from '../database/migrations.ts'
import { PICTURE_LIMIT_BYTES } from '../files/picture-upload.ts'
import { requirePolicies } from '../database/policies.ts'
import { refuseHarmfulQueries } from './query-checks.ts'
import { PASSWORD_MIN } from '#shop/people/profile.ts'
import type { Settings } from '../settings/settings.ts'
import { StoredFiles } from '../files/stored-files.ts'

export interface Backend {
  /** Answers one API request in-process. Call it only with requests that passed the API guard. */
  fetch(request: Request): Promise<Response>
}

const ACCESS_TOKEN_SECONDS = 3600

interface DatabaseErrorLike {
  code?: unknown
  message?: unknown
  detail?: unknown
  hint?: unknown
}

const textOrNull = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)

/** The backend's answers have a message only; the API guard needs the SQLSTATE. */
function noteDatabaseErrors(connection: Database['connection']): void {
  const normalize = connection.normalizeDbError.bind(connection)
  connection.normalizeDbError = (error: unknown) => {
    const plain = normalize(error) as DatabaseErrorLike
    const notes = requestNotes.getStore()
    if (notes && typeof plain?.code === 'string') {
      notes.databaseError = {
        code: plain.code,
        message: String(plain.message ?? ''),
        detail: textOrNull(plain.detail),
        hint: textOrNull(plain.hint),
      }
    }
    return plain
  }
}

/** Starts the backend with its schemas, our migrations and the real privileges. @throws {StartupError} */
export async function startBackend(
  database: Database,
  folder: DataFolder,
  settings: Settings,
  mailer: AuthMailer,
  address: string,
): Promise<Backend> {
  const schema = new Map<string, string>()
  const app = new App({
    connection: database.connection,
    project_id: 'mehfil',
    api: { enabled: true, schemas: ['public'], max_rows: 1000 },
    studio: { enabled: false },
    storage: { enabled: true, file_size_limit: `${PICTURE_LIMIT_BYTES}` },
    auth: {
      enabled: true,
      jwt_secret: folder.secrets.jwtSecret,
      publishable_key: folder.secrets.anonKey,
      jwt_expiry: ACCESS_TOKEN_SECONDS,
      enable_refresh_token_rotation: true,
      site_url: address,
      additional_redirect_urls: [`${address}/**`],
      minimum_password_length: PASSWORD_MIN,
      email: {
        // Without mail, no address can be confirmed. Roles come only from staff or the server's terminal.
        enable_confirmations: settings.mail !== null,
        otp_length: 10,
        otp_expiry: MAILED_LINK_SECONDS,
      },
      ...(settings.google && {
        external: {
          google: { enabled: true, client_id: settings.google.clientId, secret: settings.google.clientSecret },
        },
      }),
    },
    options: {
      server: { admin: false, disableStudio: true },
      drivers: {
        // Our schema's description is larger than the default cache, which would drop it at every request.
        cache: {
          get: async (key: string) => schema.get(key),
          set: async (key: string, value: string) => void schema.set(key, value),
          delete: async (key: string) => void schema.delete(key),
        },
      },
    },
  } as unknown as ConstructorParameters<typeof App>[0])
  // The constructor takes neither option; the app reads both from these fields.
  Object.assign(app, { _mailer: mailer, _storageAdapter: new StoredFiles(folder.files) })
  await database.alone(async () => {
    await app.ensureSystemSchema()
    await applyMigrations(database)
    await requirePolicies(database)
    await restateRights(database)
    await readSchemaOnce(database.connection)
  })
  noteDatabaseErrors(database.connection)
  refuseHarmfulQueries(database.connection)
  return { fetch: (request) => app.fetch(request) }
}
