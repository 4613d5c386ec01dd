/** The segment that marks the test environment, as in the service's own base address. */
const environment = '/version-test'

/** Where the endpoints are. */
export const apiPath = `${environment}/api/1.1/wf`

/** Where account set-up is. */
export const setupPath = `${environment}/setup`

/** Where the report pages are. */
export const reportPath = `${environment}/report`
