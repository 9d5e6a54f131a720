/** Holds html5-qrcode's video outside React: removing a video before it plays is an error that the library misses. */

/** The video keeps its own size, because its pixels are decoded, and is scaled to fill its box. */
const LOOK =
  'absolute! top-1/2 left-1/2 -translate-x-1/2 -translate-y-1/2 [&_canvas]:hidden [&_video]:h-auto! [&_video]:w-auto! [&_video]:max-w-none!'

export function makeHost(id: string): HTMLElement {
  const host = document.createElement('div')
  host.id = id
  host.className = LOOK
  host.setAttribute('aria-hidden', 'true')
  return host
}

/** Puts the element into `box` and keeps it filling that. Returns a function that parks it in the body again. */
export function placeHost(host: HTMLElement, box: HTMLElement): () => void {
  const fit = (): void => {
    const video = host.querySelector('video')
    if (!video?.videoWidth) return
    const scale = Math.max(box.clientWidth / video.videoWidth, box.clientHeight / video.videoHeight)
    host.style.transform = `scale(${scale})`
  }
  const sizes = new ResizeObserver(fit)
  const videos = new MutationObserver(() => {
    const video = host.querySelector('video')
    video?.addEventListener('loadedmetadata', fit)
    video?.addEventListener('resize', fit)
    fit()
  })
  host.hidden = false
  box.prepend(host)
  sizes.observe(box)
  videos.observe(host, { childList: true })
  fit()
  return () => {
    sizes.disconnect()
    videos.disconnect()
    host.hidden = true
    document.body.append(host)
  }
}

export function dropHost(host: HTMLElement): void {
  if (host.parentElement === document.body) host.remove()
}
