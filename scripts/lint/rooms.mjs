/**
 * The size of files and folders as a lint rule: what a person reads at once. In src/ and server/ a file has at most
 * 250 lines and a folder at most 12 files; so has a folder of what tests share. Tests, declarations and generated files do
 * not count.
 */
import { readdirSync } from 'node:fs'
import { dirname } from 'node:path'

export const MAX_LINES_PER_FILE = 250
export const MAX_FILES_PER_FOLDER = 12

const generated = /(^|\/)database\.types\.ts$/

/** Whether a file, named by its path or its name alone, is code that the shop runs and a person wrote. */
const isProduction = (path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$|\.d\.ts$/.test(path) && !generated.test(path)

/** @returns {string | undefined} what is wrong with a text of that many lines, or undefined */
export function tooLong(lines) {
  if (lines <= MAX_LINES_PER_FILE) return undefined
  return `A file has at most ${MAX_LINES_PER_FILE} lines, this one has ${lines}: split it along its meaning.`
}

/**
 * A folder that is too full is reported once, at the first of its files.
 * @param {string} name the file that is linted
 * @param {string[]} names all files of its folder
 * @returns {string | undefined} what is wrong with the folder, or undefined
 */
export function tooMany(name, names) {
  const files = names.filter(isProduction).sort()
  if (files.length <= MAX_FILES_PER_FOLDER || files[0] !== name) return undefined
  return `A folder has at most ${MAX_FILES_PER_FOLDER} files, this one has ${files.length}: group them in folders.`
}

const size = {
  meta: { type: 'problem', docs: { description: 'Files and folders stay small enough to be read at once' } },
  create(context) {
    const path = context.filename.replaceAll('\\', '/')
    const shared = /(^|\/)tests\/(\w+\/)?support\//.test(path)
    const product = !shared && /(^|\/)(src|server)\//.test(path)
    if (!(shared || product) || !isProduction(path)) return {}
    return {
      Program(node) {
        const lines = context.sourceCode.text.replace(/\n$/, '').split('\n').length
        const folder = dirname(path)
        const full = tooMany(path.slice(folder.length + 1), readdirSync(folder))
        for (const message of product ? [tooLong(lines), full] : [full]) if (message) context.report({ node, message })
      },
    }
  },
}

export default { meta: { name: 'rooms' }, rules: { size } }
