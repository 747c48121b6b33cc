"""The verbs: one public function is one use case is one transaction. Only these commit."""
