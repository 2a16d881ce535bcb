"""What people read about the rules, in five languages: option explanations, error sentences, rules sheets."""
