import { openPostgres } from '../../../server/database/database.ts'

/** Makes the schemas `auth` and `storage` as Supabase's services do. Needs a superuser. */
export async function makeServiceSchemas(url: string): Promise<void> {
  process.env['LITE_TELEMETRY'] = '0'
  process.env['EXPERIMENTAL_STORAGE'] = '1'
  const { App } = await import('@supabase/lite')
  const database = await openPostgres(url)
  const app = new App({
    connection: database.connection,
    project_id: 'mehfil',
    api: { enabled: true, schemas: ['public'] },
    storage: { enabled: true },
    auth: { enabled: true, jwt_secret: 'a secret that signs nothing in these tests' },
    options: { server: { admin: false, disableStudio: true } },
  } as unknown as ConstructorParameters<typeof App>[0])
  // The storage schema is made only for an app with an adapter.
  Object.assign(app, { _storageAdapter: {} })
  await app.ensureSystemSchema()
  await database.close()
}
