/** Marks the test environment, as in the service's own base address. */
const environment = '/version-test'

export const apiPath = `${environment}/api/1.1/wf`

export const setupPath = `${environment}/setup`

export const reportPath = `${environment}/report`
