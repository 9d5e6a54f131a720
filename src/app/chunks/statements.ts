import '#ui/messages/en/shop/accessibility.ts'
import '#ui/messages/en/shop/fairness.ts'
export { AccessibilityRoute, NoTricksRoute } from '#storefront/info/statements.tsx'
