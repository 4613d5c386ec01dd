import { z } from 'zod'

/** interface.md, "Staff member": the body of create_pending_user. */
export const invitation = z.object({
  first_name: z.string().min(1),
  last_name: z.string().min(1),
  email: z.string().min(1),
  /** The caller's own ID of the person; decisions refer to it. */
  staff_id: z.string().min(1),
})
export type Invitation = z.infer<typeof invitation>
