export interface Tab {
  goto(url: string): Promise<void>
  reload(): Promise<void>
  /** Starts going back; the earlier page may come from the browser's cache. */
  back(): Promise<void>
  front(): Promise<void>
  /** Runs a function in the page, with JSON arguments and result; awaits a promise. */
  run<Args extends unknown[], Answer>(work: (...args: Args) => Answer, ...args: Args): Promise<Awaited<Answer>>
  install(script: string): Promise<void>
  clickFound(): Promise<void>
  attachToFound(path: string): Promise<void>
  type(text: string): Promise<void>
}

/** A browser of one person: its tabs share storage. */
export interface Device {
  newTab(): Promise<Tab>
  /** Uncaught errors of its pages, as far as the engine reports them. */
  readonly broken: readonly string[]
  picture(): Promise<Buffer>
  close(): Promise<void>
}

export interface Engine {
  readonly name: string
  /** Opens a new browser. With `profile` (a folder) its storage is kept for the next browser on that folder. */
  open(options?: { profile?: string; phone?: boolean }): Promise<Device>
  quit(): Promise<void>
}

export const DESKTOP = { width: 1280, height: 800 }
export const PHONE = { width: 390, height: 780 }
