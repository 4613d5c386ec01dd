// All runs of its property.
import './forgetting-history.test.ts'
