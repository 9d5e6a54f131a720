/** `fetch` reports no upload progress; uploads listed here use XMLHttpRequest, except in the service worker. */
const listeners = new Map<string, (part: number) => void>()

/** Reports the sent part (0 to 1) of the upload to the URL ending in `path` while `work` runs. */
export async function withProgress<T>(
  path: string,
  onProgress: (part: number) => void,
  work: () => Promise<T>,
): Promise<T> {
  listeners.set(path, onProgress)
  try {
    return await work()
  } finally {
    listeners.delete(path)
  }
}

export function progressListener(url: string): ((part: number) => void) | undefined {
  if (listeners.size === 0 || typeof XMLHttpRequest === 'undefined') return undefined
  for (const [path, listener] of listeners) if (url.endsWith(path) && !url.includes('/info/')) return listener
  return undefined
}

export function fetchWithProgress(
  url: string,
  init: RequestInit,
  onProgress: (part: number) => void,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open(init.method ?? 'GET', url)
    request.responseType = 'blob'
    new Headers(init.headers).forEach((value, name) => request.setRequestHeader(name, value))
    request.upload.onprogress = (event) => {
      if (event.lengthComputable && event.total > 0) onProgress(event.loaded / event.total)
    }
    request.onload = () =>
      resolve(new Response(request.response as Blob, { status: request.status, headers: headersOf(request) }))
    request.onerror = () => reject(new TypeError('network error'))
    request.onabort = () => reject(new DOMException('aborted', 'AbortError'))
    init.signal?.addEventListener('abort', () => request.abort())
    request.send(init.body as XMLHttpRequestBodyInit | null)
  })
}

function headersOf(request: XMLHttpRequest): Headers {
  const headers = new Headers()
  for (const line of request
    .getAllResponseHeaders()
    .trim()
    .split(/[\r\n]+/)) {
    const colon = line.indexOf(':')
    if (colon > 0) headers.append(line.slice(0, colon), line.slice(colon + 1).trim())
  }
  return headers
}
