interface Payer {
  userName: string | null
  email: string | null
  sellerId?: string | null
}

/** Returns the name of who paid or is paid back, else the address; a buyer at the door has neither. */
export const payerOf = ({ userName, email, sellerId }: Payer): string =>
  userName ?? email ?? (sellerId ? 'Buyer at the door' : 'Deleted account')
