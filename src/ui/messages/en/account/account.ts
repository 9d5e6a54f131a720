import { addMessages } from '../../known.ts'

export const account = addMessages({
  'account.email': 'Email',
  'account.password': 'Password',
  'account.name': 'Name',
  'account.confirmPassword': 'Confirm password',
  'account.newPassword': 'New password',
  'account.passwordHint': (p: { n: number }) => `At least ${p.n} characters`,
  'account.or': 'or',
  'account.google': 'Continue with Google',
  'account.googleBusy': 'Opening Google...',

  'account.login.title': 'Sign in',
  'account.login.submit': 'Sign in',
  'account.login.busy': 'Signing in...',
  'account.login.success': 'Welcome back!',
  'account.login.failed': 'Invalid email or password',
  'account.login.google.failed': 'Error signing in with Google. Please try again.',
  'account.login.new': 'New here?',
  'account.login.register': 'Create an account',
  'account.login.forgot': 'Forgot password?',
  'account.login.toBook': 'Please sign in to book tickets',
  'account.login.toSee': 'Sign in to see this page, with the tickets you have bought.',
  'account.login.again': 'Your session has ended. Sign in again; nothing on this device is lost.',

  'account.register.title': 'Create an account',
  'account.register.submit': 'Create account',
  'account.register.busy': 'Creating account...',
  'account.register.success': 'Registration successful!',
  'account.register.confirm': 'Registration successful! Please check your email to verify your account.',
  'account.register.failed': 'Registration failed. Please try again.',
  'account.register.google.failed': 'Error signing up with Google. Please try again.',
  'account.register.already': 'Already have an account?',
  'account.register.login': 'Sign in',

  'account.show': 'Show',
  'account.showPassword': 'Show password',
  'account.hide': 'Hide',
  'account.hidePassword': 'Hide password',
  'account.agree': (p: { terms: string; privacy: string }) =>
    `By creating an account you agree to the ${p.terms} and the ${p.privacy}.`,
  'account.agree.terms': 'terms of use',
  'account.agree.privacy': 'privacy policy',
  'account.step.next': 'Next, we hold your seats.',
  'account.step.order': 'This order belongs to an account. Sign in to it to see the order.',
  'account.step.taken':
    'An account with this email already exists. Sign in with its password here; your seats stay in the cart.',
  'account.step.confirmed': 'Open the link in the mail, then sign in here. Your cart stays as it is.',

  'account.missing.name': 'Enter your name.',
  'account.missing.email': 'Enter your email address.',
  'account.missing.password': 'Enter your password.',
  'account.missing.newPassword': 'Choose a password.',
  'account.missing.confirm': 'Enter the password once more.',
  'account.badEmail': 'This is not an email address. It looks like name@example.com.',
  'account.shortPassword': (p: { n: number; have: number }) =>
    `A password has at least ${p.n} characters. You entered ${p.have}.`,
  'account.longPassword': (p: { n: number }) => `A password has at most ${p.n} characters.`,
  'account.mismatch': 'Passwords do not match',

  'account.tooMany': 'Too many tries. Wait 15 minutes, then try again.',
  'account.offline': 'No connection to the shop. What you typed is kept; try again when you are online.',
  'account.storeFailed': 'Authentication failed. Please try again.',

  /* The sign-in service's own sentences. */
  'account.taken': 'User already registered',
  'account.notConfirmed': 'Email not confirmed',

  'account.callback.title': 'Signing in',
  'account.callback.waiting': 'Finishing sign-in…',
  'account.callback.success': 'Successfully signed in!',
  'account.callback.failed': 'Failed to sign in. Please try again.',
  'account.replace.question': (p: { email: string }) => `Sign in as ${p.email}?`,
  'account.replace.signedIn': (p: { name: string }) => `${p.name} is signed in on this device and will be signed out.`,
  'account.replace.tickets': (p: { n: number; name: string }) =>
    p.n === 1
      ? `1 ticket of ${p.name} is saved here. Signing in removes it from this device until ${p.name} signs in again.`
      : `${p.n} tickets of ${p.name} are saved here. Signing in removes them from this device until ${p.name} signs in again.`,
  'account.replace.unknown':
    'Another customer’s tickets may be saved here. If so, signing in removes them from this device until that customer signs in again.',
  'account.replace.somebody': 'another customer',
  'account.replace.confirm': 'Sign in',
  'account.replace.stay': 'Cancel',

  'account.reset.title': 'Reset password',
  'account.reset.lead': 'Enter the email address of your account. We will send you a link to choose a new password.',
  'account.reset.submit': 'Send the link',
  'account.reset.busy': 'Sending...',
  'account.reset.sent': (p: { email: string }) =>
    `If ${p.email} has an account, a link is on its way. It works once. Look in the spam folder too.`,
  'account.reset.noMail':
    'This shop cannot send mail, so there is no link to send. Write to us from the email address of your account, and we will help you sign in.',
  'account.reset.noMailNoSupport': 'This shop cannot send mail, so there is no link to send. Ask at the box office.',
  'account.reset.support': 'Support',
  'account.reset.whatsapp': 'WhatsApp',
  'account.reset.choose': 'Choose a new password',
  'account.reset.chooseSubmit': 'Save password',
  'account.reset.chooseBusy': 'Saving...',
  'account.reset.saved': 'Your new password is saved.',
  'account.reset.failed': 'The password was not saved. Please try again.',
  'account.reset.sendFailed': 'The link was not sent. Please try again.',
  'account.reset.used': 'This link has been used or is too old. Ask for a new one.',
  'account.reset.again': 'Ask for a new link',
  'account.reset.toLogin': 'Back to sign in',

  'account.staff.only': 'This area is for staff.',
  'account.staff.signedInAs': (p: { email: string }) => `You are signed in as ${p.email}.`,
  'account.staff.home': 'Go to the shop',
})
