/** One chunk: what the shop says about itself. */
export { AboutRoute } from '#storefront/info/about-route.tsx'
export { ContactRoute } from '#storefront/info/contact/contact-route.tsx'
export { FaqRoute } from '#storefront/info/faq-route.tsx'
export { HelpRoute } from '#storefront/info/help-route.tsx'
export { PrivacyRoute } from '#storefront/info/privacy-route.tsx'
export { RefundRoute } from '#storefront/info/refund-route.tsx'
export { SupportRoute } from '#storefront/info/support-route.tsx'
export { TermsRoute } from '#storefront/info/terms-route.tsx'
