/**
 * Settings of the embedded backend that it reads from the environment while it loads: this module must be imported
 * before it. Telemetry is off; storage, which it still calls experimental, is on.
 */
process.env.LITE_TELEMETRY = '0'
process.env.EXPERIMENTAL_STORAGE = '1'
