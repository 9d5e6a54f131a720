/** Each template's mail, worded as its source quotes it, and what it says. */
export const bankMailExamples: Record<string, { text: string; subject?: string; says: Record<string, unknown> }> = {
  'hdfc-upi': {
    subject: '❗ View: Account update for your HDFC Bank A/c',
    text: 'Dear Customer,\nRs.1800.00 is successfully credited to your account **7722 by VPA asha.k-1@okaxis ASHA KULKARNI on 25-11-26. Your UPI transaction reference number is 412345678901. Thank you for banking with us.\nWarm Regards,\nHDFC Bank',
    says: { amountPaise: 180_000, utr: '412345678901', payerVpa: 'asha.k-1@okaxis', note: null },
  },
  'hdfc-upi-details': {
    text: "Dear Customer,\n\nGreetings from HDFC Bank!\n\nWe're writing to inform you that Rs.1.00 has been successfully credited to your HDFC Bank account ending in 7722.\n\nTransaction Details:\na. Date: 25-11-26\nb. Sender: Asha Kulkarni (VPA: asha@superyes)\nc. UPI Reference No.: 653070886774\n\nThank you for banking with HDFC Bank.",
    says: { amountPaise: 100, utr: '653070886774', payerVpa: 'asha@superyes' },
  },
  'axis-upi': {
    subject: 'INR 785.00 was credited to your A/c.',
    text: "25-11-2026\nDear Asha,\nHere's the summary of your transaction:\nAmount Credited:\nINR 785.00\nAccount Number:\nXX7722\nDate & Time:\n25-11-26, 14:31:09 IST\nTransaction Info:\nUPI/P2A/178572662246/ASHA K/UTIB/7K2QX4MD\nFeel free to connect with us for any clarification. Call us at: 18001035577",
    says: {
      amountPaise: 78_500,
      utr: '178572662246',
      note: 'ASHA K/UTIB/7K2QX4MD',
      creditedAt: '2026-11-25T09:01:00.000Z',
    },
  },
  'axis-upi-sentence': {
    subject: 'Credit transaction alert for Axis Bank A/c',
    text: 'Dear Asha,\nWe wish to inform you that your A/c no. XX7722 has been credited with INR 110.00 on 25-11-2026 at 08:29:30 IST by UPI/P2A/412345678901/APPLE MED. To check your available balance, please click here.',
    says: { amountPaise: 11_000, utr: '412345678901', note: 'APPLE MED' },
  },
  'canara-upi': {
    subject: 'UPI Transaction Alert',
    text: 'Dear Customer,\n\nThanking you for banking with Canara Bank.\n\nAn amount of INR 4,200.00 has been CREDITED on 25/11/26 to your account  XXXX7722 from TEST PERSONA with UPI Ref No.:100000000001. Total Available Balance INR 1,79,308.52.If you are not expecting this credit or suspect any fraudulent activity, please contact: 18001030',
    says: { amountPaise: 420_000, utr: '100000000001' },
  },
  'slice-upi': {
    subject: 'Received ₹1,612.41 via UPI',
    text: 'Hi Asha,\nYou have received ₹1\u200c,612.41 via UPI in your slice bank account xx7722. Avl. Bal. ₹3,571.23\nTransaction date\t25-Nov-26\nFrom\tAMIT TIWARI\nRRN\t661533935455\n\nBest,\nTeam slice',
    says: { amountPaise: 161_241, utr: '661533935455' },
  },
  'kotak-imps': {
    text: 'Dear Customer,\nyour account xx7722 is credited by Rs. 50000.00 on 25-Nov-2026 for IMPS transaction.\nSender Name: ASHA K\nSender Mobile No: XXXXXX1234\nIMPS Reference No: 610548800719\nRemarks: x',
    says: { amountPaise: 5_000_000, utr: '610548800719' },
  },
  'kotak-neft': {
    text: 'Dear Customer,\nRs. 50000 has been credited to your Kotak Bank a/c XX7722 on 25-NOV-26 via NEFT transaction from Acme Corp.\nYour Unique Transaction Reference Number (UTR) is: INDBH0000000001234\nAMOUNT : INR 50000',
    says: { amountPaise: 5_000_000, utr: null },
  },
  'sbi-transfer': {
    subject: 'CBSSBI ALERT',
    text: 'भारतीय स्टेट बैंक की ओर से शुभकामनाएं !\nDear Customer, Your A/C XXXXX267722 has a credit by Transfer of Rs 236.00 on 25/11/26. Avl Bal Rs 31,07,139.12.-SBI\nखाता शेष ₹31,07,139.12 है।-SBI',
    says: { amountPaise: 23_600, utr: null },
  },
  'idfc-credit': {
    subject: 'Transaction alert from IDFC FIRST Bank',
    text: 'Greetings from IDFC FIRST Bank.\nYour A/C XXXXXXX7722 has been credited with INR 1,00,000.00 on 25/11/2026 10:22. New balance is INR 2,00,000.00CR.',
    says: { amountPaise: 10_000_000, utr: null, creditedAt: '2026-11-25T04:52:00.000Z' },
  },
  'icici-credit': {
    text: 'Dear Customer, your ICICI Bank Account XX722 has been credited with INR 45,000.00 on 25-Nov-26. Info:NEFT-CITIN52026090112345-ACME CORP. The Available Balance is INR 1,02,345.67.',
    says: { amountPaise: 4_500_000, utr: null },
  },
  'mahabank-neft': {
    text: 'Your A/c No xxxx7722 has been credited by Rs. 10,000.00 on 25-NOV-2026 IBKL0000998 NEFT IBKLN22026032859927978 LIC. A/c Bal is Rs. 10,363.13CR and AVL Bal is Rs.10,363.13',
    says: { amountPaise: 1_000_000, utr: null },
  },
  demo: {
    text: 'Rs.1800.00 is successfully credited to your account **7722 by VPA asha@demo on 25-11-26 at 15:40 IST. Your UPI transaction reference number is 412345678901.\nNote: 7K2QX4MD Tickets',
    says: { note: '7K2QX4MD Tickets', creditedAt: '2026-11-25T10:10:00.000Z' },
  },
}
