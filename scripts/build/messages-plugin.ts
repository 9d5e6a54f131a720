import type { Plugin, Rolldown } from 'vite'

type Node = Record<string, unknown> & { type: string }

/** What a module says of messages: keys that it defines, whole keys, and beginnings of keys such as `seats.state.${state}`. */
interface Said {
  defined: string[]
  whole: Set<string>
  templates: RegExp[]
}

const KEY = /^[a-z]\w*\.[\w.]+$/i
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value

function* nodesOf(value: unknown): Generator<Node> {
  if (Array.isArray(value)) for (const one of value) yield* nodesOf(one)
  if (!isNode(value)) return
  yield value
  for (const part of Object.values(value)) if (typeof part === 'object') yield* nodesOf(part)
}

/** Reads the keys of a template such as `cart.${state}.title` as a pattern; null where it begins with a parameter. */
function patternOf(template: Node): RegExp | null {
  const parts = (template['quasis'] as { value: { cooked: string } }[]).map((quasi) => quasi.value.cooked)
  if (parts.length < 2 || !/^[a-z]\w*\.[\w.]*$/i.test(parts[0] ?? '')) return null
  return new RegExp(`^${parts.map((part) => part.replaceAll('.', '\\.')).join('[\\w.]+')}$`)
}

function read(ast: unknown): Said {
  const said: Said = { defined: [], whole: new Set(), templates: [] }
  for (const node of nodesOf(ast)) {
    const key = node.type === 'Property' && isNode(node['key']) ? node['key']['value'] : undefined
    if (typeof key === 'string' && KEY.test(key)) said.defined.push(key)
    if (node.type === 'Literal' && typeof node['value'] === 'string' && KEY.test(node['value']))
      said.whole.add(node['value'])
    const pattern = node.type === 'TemplateLiteral' ? patternOf(node) : null
    if (pattern) said.templates.push(pattern)
  }
  return said
}

/**
 * Fails the build when a chunk says a message that neither it nor the first page loads (`t` would throw in the browser),
 * and when no module says a message. Both are read from the bundler's own modules and imports.
 */
export function messagesOfChunks(entry: string): Plugin {
  return {
    name: 'mehfil-messages',
    apply: 'build',
    buildEnd(error) {
      if (error) return
      const wrong = problems(this, entry)
      if (wrong.length > 0) throw new Error(`Messages:\n${wrong.join('\n')}`)
    },
  }
}

function problems(context: Rolldown.PluginContext, entry: string): string[] {
  const ids = [...context.getModuleIds()].filter((id) => /\/src\/.*\.tsx?$/.test(id))
  const info = (id: string): Rolldown.ModuleInfo | null => context.getModuleInfo(id)
  const said = new Map(ids.map((id) => [id, read(context.parse(info(id)?.code ?? ''))]))
  // Hindi is one module with every key; English comes in parts, and one that no chunk loads is not among the modules.
  const partOf = new Map(
    ids
      .filter((id) => id.includes('/src/ui/messages/hi/'))
      .flatMap((id) => said.get(id)!.defined.map((key) => [key, id.replace('/messages/hi/', '/messages/en/')])),
  )
  const keys = [...partOf.keys()]
  if (keys.length === 0) return ['no messages are in the build']

  const closure = (root: string, found = new Set<string>()): Set<string> => {
    if (found.has(root)) return found
    found.add(root)
    for (const next of info(root)?.importedIds ?? []) closure(next, found)
    return found
  }
  const speakers = new Map(
    ids
      .filter((id) => !id.includes('/src/ui/messages/'))
      .map((id) => {
        const { whole, templates } = said.get(id)!
        return [id, keys.filter((key) => whole.has(key) || templates.some((template) => template.test(key)))]
      }),
  )
  const main = ids.find((id) => id.endsWith(entry)) ?? ''
  const first = closure(main)
  const wrong: string[] = []
  for (const root of new Set([main, ...ids.flatMap((id) => info(id)?.dynamicallyImportedIds ?? [])])) {
    const chunk = closure(root)
    for (const [id, its] of speakers)
      if (chunk.has(id))
        for (const key of its) {
          const part = partOf.get(key)!
          if (!chunk.has(part) && !first.has(part))
            wrong.push(`${nameOf(id)} says ${key}, but ${nameOf(root)} does not load it`)
        }
  }
  const spoken = new Set([...speakers.values()].flat())
  return [...wrong, ...keys.filter((key) => !spoken.has(key)).map((key) => `no module says ${key}`)]
}

const nameOf = (id: string): string => id.replace(/^.*\/src\//, '')
