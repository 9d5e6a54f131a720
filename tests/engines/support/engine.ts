/** What stories need of a browser, whatever drives it. */

/** A tab or window of a browser. */
export interface Tab {
  goto(url: string): Promise<void>
  reload(): Promise<void>
  /** Sets off back; the page before may come out of the browser's own cache. */
  back(): Promise<void>
  /** Puts it in front of the others. */
  front(): Promise<void>
  /** Runs a function in the page, with JSON for arguments and answer; a promise is waited for. */
  run<Args extends unknown[], Answer>(work: (...args: Args) => Answer, ...args: Args): Promise<Awaited<Answer>>
  /** Runs a script in the page. */
  install(script: string): Promise<void>
  /** Presses the element kept as `mehfilFound` in the page, with a real click. */
  clickFound(): Promise<void>
  /** Gives a file to the file field kept as `mehfilFound`. */
  attachToFound(path: string): Promise<void>
  /** Types with the keyboard, where the cursor is. */
  type(text: string): Promise<void>
}

/** A browser of one person: its tabs share what the device keeps. */
export interface Device {
  /** Opens a further tab, which is in front then. */
  newTab(): Promise<Tab>
  /** Errors of its pages that nobody caught, as far as the engine tells. */
  readonly broken: readonly string[]
  /** What its last tab shows, as a PNG. */
  picture(): Promise<Buffer>
  close(): Promise<void>
}

/** An engine, ready to open browsers for people. */
export interface Engine {
  readonly name: string
  /**
   * Opens a browser that knows nothing. With `profile` (a folder) everything it keeps is there, and is found again by the
   * next browser on that folder.
   */
  open(options?: { profile?: string; phone?: boolean }): Promise<Device>
  quit(): Promise<void>
}

export const DESKTOP = { width: 1280, height: 800 }
export const PHONE = { width: 390, height: 780 }
