/** A new shop has no UPI id, and sells nothing with a price. */
export const TAKES_PAYMENTS = "update public.shop_settings set payee_name = 'Mehfil', upi_id = 'mehfil@okaxis'"
