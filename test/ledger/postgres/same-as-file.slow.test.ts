// All runs of its property.
import './same-as-file.test.ts'
