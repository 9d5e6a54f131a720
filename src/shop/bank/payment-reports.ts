/** How a column's text decides whether a row is a payment; a text in none of the lists names the row as unreadable. */
export interface ReportRule {
  column: string
  /** Money that came in. */
  in: readonly string[]
  /** Money that went out, or was deducted. */
  out?: readonly string[]
  /** No money moved: failed, pending, or given back as a whole. */
  none?: readonly string[]
}

/** A payment app's or gateway's report: names of columns are compared by letters and digits alone. */
export interface PaymentReport {
  /** Begins with the provider's name: "PhonePe transactions". */
  name: string
  /** Where the head was found. */
  source: string
  date: string
  /** What the payer paid, before fees. */
  amount: string
  /** The payment's own twelve digits; never the settlement's reference, which many payments share. */
  utr: readonly string[]
  /** What may have the order's code, and what tells payments apart; absent columns are left out. */
  narration: readonly string[]
  /** The provider's number of the payment: reports repeat rows. */
  id: string
  rules: readonly ReportRule[]
  /** Further names that tell this report from others. */
  also?: readonly string[]
}

const RUPEES: ReportRule = { column: 'currency', in: ['INR'], none: ['USD', 'EUR', 'GBP', 'AED', 'SGD', 'AUD', 'CAD'] }

const phonePeStatus: ReportRule = {
  column: 'Transaction Status',
  in: ['SUCCESS', 'COMPLETED', 'PAYMENT_SUCCESS'],
  none: ['FAILED', 'PENDING', 'PAYMENT_ERROR', 'PAYMENT_PENDING', 'PAYMENT_DECLINED', 'TIMED_OUT', 'EXPIRED'],
}

/** Presets, the most specific first. */
export const paymentReports: readonly PaymentReport[] = [
  {
    name: 'PhonePe settlements',
    // Its 'Settlement UTR' is the bank transfer of a whole day.
    source: 'A merchant’s exports of June 2026, as a public parser’s tests quote their heads',
    date: 'Transaction Date',
    amount: 'Transaction Amount',
    utr: ['UPI_UTR'],
    narration: ['Merchant Order Id', 'PhonePe Transaction Id'],
    id: 'PhonePe Transaction Id',
    rules: [{ column: 'Payment Type', in: ['PAYMENT'], out: ['REFUND', 'REVERSAL'] }, phonePeStatus],
    also: ['Merchant Order Id', 'Settlement UTR'],
  },
  {
    name: 'PhonePe transactions',
    source: 'A merchant’s exports of June 2026, as a public parser’s tests quote their heads',
    date: 'Transaction Date',
    amount: 'Transaction Amount',
    utr: ['Transaction UTR'],
    narration: ['Merchant Order Id', 'PhonePe Transaction Id'],
    id: 'PhonePe Transaction Id',
    rules: [
      { column: 'Transaction Type', in: ['FORWARD_TRANSACTION', 'PAYMENT'], out: ['REFUND', 'REVERSAL'] },
      phonePeStatus,
    ],
    also: ['Merchant Order Id', 'Transaction UTR'],
  },
  {
    name: 'PhonePe settlement report',
    // 'BankReferenceNo' is the bank transfer of the settlement, not the payer's.
    source: 'https://developer.phonepe.com/docs/settlement',
    date: 'TransactionDate',
    amount: 'Amount',
    utr: [],
    narration: ['MerchantReferenceId', 'PhonePeReferenceId', 'From'],
    id: 'PhonePeReferenceId',
    rules: [{ column: 'PaymentType', in: ['PAYMENT'], out: ['REFUND'] }],
    also: ['MerchantReferenceId', 'SettlementDate'],
  },
  {
    name: 'Paytm settlements',
    // 'UTR No.' is the payout's: https://business.paytm.com/support/what-is-utr-
    source: 'Columns of a merchant’s report as a public parser’s tests quote them; types of https://paytmpayments.com/docs/api/settlement-order-detail-api', // prettier-ignore
    date: 'Transaction Date',
    amount: 'Amount',
    utr: ['RRN'],
    narration: ['Order ID', 'Transaction ID', 'Merchant Unique Ref', 'Customer VPA'],
    id: 'Transaction ID',
    rules: [
      { column: 'Transaction Type', in: ['ACQUIRING'], out: ['REFUND', 'CHARGEBACK', 'REPAYMENT', 'RENTAL'] },
      { column: 'Status', in: ['SUCCESS', 'TXN_SUCCESS'], none: ['PENDING', 'FAILURE', 'TXN_FAILURE'] },
    ],
    also: ['Order ID', 'Commission'],
  },
  {
    name: 'BharatPe transactions',
    source:
      'Names of BharatPe’s own list of transactions (PAYMENT_RECV, bankReferenceNo); no downloaded file was found',
    date: 'Payment Timestamp',
    amount: 'Amount',
    utr: ['Bank Reference No'],
    narration: ['Order Id', 'Remarks', 'Payer Name', 'Payer Handle', 'Payer VPA'],
    id: 'Bank Reference No',
    rules: [
      { column: 'Type', in: ['PAYMENT_RECV'], out: ['REFUND', 'PAYMENT_SENT'] },
      { column: 'Status', in: ['SUCCESS'], none: ['PENDING', 'FAILED', 'FAILURE'] },
    ],
    also: ['Bank Reference No'],
  },
  {
    name: 'Razorpay payments',
    // Read as rupees: the preview shows them before the import. 'refund_status' is 'partial' or 'full'.
    source: 'Sample of https://razorpay.com/docs/payments/dashboard/reports/list-of-reports/, as a public copy has it',
    date: 'created_at',
    amount: 'amount',
    utr: ['UPI RRN', 'RRN'],
    narration: ['order_receipt', 'id', 'notes', 'description', 'vpa'],
    id: 'id',
    rules: [
      { column: 'status', in: ['captured'], none: ['created', 'authorized', 'failed', 'pending', 'refunded'] },
      { column: 'refund_status', in: ['', 'null'], none: ['full'] },
      RUPEES,
    ],
    also: ['order_id', 'amount_refunded', 'method'],
  },
  {
    name: 'Razorpay settlement details',
    // Its 'credit' is the amount without the fee, 'settlement_utr' the bank transfer's.
    source: 'Sample of https://razorpay.com/docs/payments/dashboard/reports/list-of-reports/, as a public copy has it',
    date: 'entity_created_at',
    amount: 'amount',
    utr: [],
    narration: ['order_receipt', 'entity_id', 'order_notes', 'payment_notes', 'entity_description'],
    id: 'entity_id',
    rules: [
      { column: 'transaction_entity', in: ['payment'], out: ['refund', 'adjustment', 'dispute', 'transfer'] },
      RUPEES,
    ],
    also: ['settlement_id'],
  },
  {
    name: 'Setu transactions',
    source: 'https://support.setu.co/support/solutions/articles/81000393069-bridge-report-parameter-definition',
    date: 'Payment Date',
    amount: 'Amount Paid',
    utr: ['Payment Reference ID'],
    narration: ['Biller Bill ID', 'Payment Receipt', 'Platform Bill ID'],
    id: 'Platform Bill ID',
    rules: [
      {
        column: 'Platform Bill Status',
        in: ['PAYMENT_SUCCESSFUL', 'CREDIT_RECEIVED', 'SETTLEMENT_SUCCESSFUL'],
        none: ['PAYMENT_FAILED', 'BILL_EXPIRED', 'BILL_CREATED'],
      },
    ],
    also: ['Settlement UTR'],
  },
]
