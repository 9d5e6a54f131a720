import type { Paise } from '#shop/prices/money.ts'

/**
 * What most payers' apps and banks send at most in a payment and on a day. NPCI's general limit; banks set lower ones, and
 * verified merchants of some kinds (hospitals, colleges, taxes) have ₹5,00,000:
 * https://taxupdates.cagurujiclasses.com/upi-transaction-limits-factors-influencing-maximum-transfer-amounts
 */
const USUAL_LIMIT: Paise = 1_00_000_00

/**
 * What a QR read from a stored picture may pay to a person or an unverified merchant: NPCI/UPI/2023-24/OC/76A of 12 March
 * 2024, kept by NPCI/UPI/OC-76C/2025-26 of 8 April 2025
 * (https://taxguru.in/finance/npci-circular-revision-transaction-limits-upi-merchants.html).
 */
const SHARED_QR_LIMIT: Paise = 2_000_00

export const isAboveUsualLimit = (paise: Paise): boolean => paise > USUAL_LIMIT

export const isAboveSharedQrLimit = (paise: Paise): boolean => paise > SHARED_QR_LIMIT
