/**
 * What a payment's status means as a lint rule: src/shop/payments/payment.ts says it for each status, in a table that the
 * type checker wants whole. A comparison with one status elsewhere would let a new one count as paid, or as keeping its
 * seats, and no error would say so. The same of a phase or state that leaves one status out.
 */
const statuses = new Set(['pending', 'approved', 'rejected'])

/** Where a payment's status is, by its name, and with which operators it must not be compared. */
const refused = {
  status: new Set(['===', '!==']),
  // A customer's view of a payment: what is shown for one phase alone is no guess about the others.
  phase: new Set(['!==']),
}

const nameOf = (node) =>
  node.type === 'ChainExpression'
    ? nameOf(node.expression)
    : node.type === 'MemberExpression' && !node.computed
      ? node.property.name
      : node.name

const status = {
  meta: { type: 'problem', docs: { description: 'What a payment’s status means is said once, for each' } },
  create(context) {
    const path = context.filename.replaceAll('\\', '/')
    if (!/(^|\/)src\//.test(path) || /\.test\.tsx?$/.test(path) || path.endsWith('shop/payments/payment.ts')) return {}
    return {
      BinaryExpression(node) {
        for (const [one, other] of [
          [node.left, node.right],
          [node.right, node.left],
        ]) {
          if (one.type !== 'Literal' || !statuses.has(one.value)) continue
          if (!refused[nameOf(other)]?.has(node.operator)) continue
          const message = `Ask src/shop/payments/payment.ts what a status means: a new one would pass '${node.operator} ${one.raw}' unseen.`
          context.report({ node, message })
        }
      },
    }
  },
}

export default { meta: { name: 'payments' }, rules: { status } }
