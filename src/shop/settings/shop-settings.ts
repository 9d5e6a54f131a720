/** Empty text where the shop has not said. */
export interface ShopSettingsRow {
  payeeName: string
  /** Empty while the shop cannot take payments. */
  upiId: string
  email: string
  phone: string
  whatsapp: string
  address: string
  gstin: string
  grievanceOfficer: string
  grievanceEmail: string
  grievancePhone: string
  socialLinks: Record<string, string>
  screenshotDays: number
}

// oxlint-disable-next-line no-explicit-any -- the row as it comes over the wire
export function parseShopSettings(row: any): ShopSettingsRow {
  return {
    payeeName: row.payee_name ?? '',
    upiId: row.upi_id ?? '',
    email: row.email ?? '',
    phone: row.phone ?? '',
    whatsapp: row.whatsapp ?? '',
    address: row.address ?? '',
    gstin: row.gstin ?? '',
    grievanceOfficer: row.grievance_officer ?? '',
    grievanceEmail: row.grievance_email ?? '',
    grievancePhone: row.grievance_phone ?? '',
    socialLinks: row.social_links ?? {},
    screenshotDays: Number(row.screenshot_days ?? 30),
  }
}
