/** Modal dialogs as browsers have them: the event `close` comes later, `:modal` matches, Escape asks the uppermost one. */
export function addDialogs(): void {
  const modal: HTMLDialogElement[] = []
  const { prototype } = HTMLDialogElement
  prototype.showModal = function () {
    this.setAttribute('open', '')
    modal.push(this)
  }
  prototype.close = function () {
    if (!this.hasAttribute('open')) return
    this.removeAttribute('open')
    modal.splice(modal.indexOf(this), 1)
    setTimeout(() => this.dispatchEvent(new Event('close')))
  }
  const { matches } = Element.prototype
  prototype.matches = function (this: HTMLDialogElement, selector: string) {
    return selector === ':modal' ? modal.includes(this) : matches.call(this, selector)
  } as typeof matches
  document.addEventListener('keydown', ({ key, defaultPrevented }) => {
    const top = modal.at(-1)
    if (key !== 'Escape' || defaultPrevented || !top) return
    if (top.dispatchEvent(new Event('cancel', { cancelable: true }))) top.close()
  })
}
