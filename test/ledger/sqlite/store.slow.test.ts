// All runs of its properties.
import './store.test.ts'
