import type { Failure } from '#platform/failure/failure.ts'
import { t } from '#ui/messages/messages.ts'
import '#ui/messages/en/buying/back.ts'
import { statusOf } from '../hand-over/give-words.ts'

/** Why a pass was not given back, or not kept. */
export function backFailureText({ code, detail }: Failure): string {
  if (code === 'unreachable') return t('back.failed.offline')
  if (code === 'too_many') return t('back.failed.many')
  if (code === 'too_late') return t(detail === 'in' ? 'back.failed.in' : 'back.failed.over')
  if (code === 'not_refundable') return t(detail === 'received' ? 'back.failed.received' : 'back.failed.nothing')
  if (code === 'already_decided')
    return t(statusOf(detail) === 'revoked' ? 'back.failed.revoked' : 'back.failed.bought')
  return t('back.failed')
}
