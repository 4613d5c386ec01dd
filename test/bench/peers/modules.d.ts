// The peers are installed by the bench alone; where they are not, the types are still to be checked.
declare module 'newman'
declare module 'xlsx'
declare module 'hucre/xlsx'
declare module '@dbos-inc/dbos-sdk'
