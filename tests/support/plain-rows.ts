/** What a test's row has where the test is not about it. */
export const plainLine = { sections: null, state: null, free: false }

export const plainCategory = {
  ...{ ticketsKept: 0, standing: false, free: false },
  ...{ phases: [], saleFrom: null, saleUntil: null },
}

export const plainEvent = { cancelledReason: null, about: null, pausedAt: null, state: null }

export const plainPayment = { keptUntil: null, isTest: false, withoutPicture: false }

export const plainHold = { localTax: 0, feeGst: 0, code: null, instead: null }
