package main

import (
	"errors"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// once is a flag that may be given once only. With one that is given twice, the first
// would be lost without a word.
type once struct {
	pflag.Value
	given bool
}

func (o *once) Set(s string) error {
	if o.given {
		return errors.New("given twice; give it once")
	}
	o.given = true
	return o.Value.Set(s)
}

// refuseRepeats makes every flag of the command and its verbs one that may be given
// once, but for those that are lists.
func refuseRepeats(cmd *cobra.Command) {
	refuse := func(f *pflag.Flag) {
		if _, isList := f.Value.(pflag.SliceValue); isList {
			return
		}
		if _, done := f.Value.(*once); !done {
			f.Value = &once{Value: f.Value}
		}
	}
	cmd.LocalFlags().VisitAll(refuse)
	cmd.PersistentFlags().VisitAll(refuse)
	for _, verb := range cmd.Commands() {
		refuseRepeats(verb)
	}
}
