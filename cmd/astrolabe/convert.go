package main

import (
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"github.com/astrolabe-search/astrolabe/mapfile"
	"github.com/spf13/cobra"
)

const convertLong = `Convert rewrites a map in another format: movingai, terrain, plain or native. The
format of IN is told from its content; that of OUT from --to or, for the ending
.map, movingai. IN and OUT may be - for standard input and output.

What OUT's format cannot hold is an error if it would change the cost of a path,
and else is named on standard error and dropped. OUT is written whole or not at
all.`

func (a *app) convertCommand() *cobra.Command {
	var format mapfile.Format
	cmd := &cobra.Command{
		Use:   "convert IN OUT [flags]",
		Short: "Rewrite a map in another format",
		Long:  convertLong,
		Example: `  astrolabe convert examples/rooms.map rooms.txt --to plain
  astrolabe convert examples/hills.txt - --to native`,
		Args: takes("IN", "OUT"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if !cmd.Flags().Changed("to") {
				var err error
				if format, err = formatOf(args[1]); err != nil {
					return err
				}
			}
			file, err := a.readMap(cmd.Context(), args[0])
			if err != nil {
				return err
			}
			var refusal error
			err = a.writeFile(cmd.Context(), args[1], func(w io.Writer) error {
				refusal = mapfile.Write(w, file, format)
				return refusal
			})
			if err != nil && err == refusal {
				return fmt.Errorf("%s: %w", args[0], err)
			}
			if err != nil {
				return err
			}
			for _, loss := range mapfile.Losses(file, format) {
				fmt.Fprintf(a.stderr, "astrolabe: %s: dropped, since %v files cannot hold it: %s\n", args[0], format, loss)
			}
			return nil
		},
	}
	cmd.Flags().Var(&choice[mapfile.Format]{&format, "", "FORMAT", mapfile.ParseFormat}, "to", "format of OUT: movingai, terrain, plain or native")
	completeWords(cmd, "to", names(mapfile.Formats())...)
	return cmd
}

// formatOf tells a format from the ending of a name.
func formatOf(name string) (mapfile.Format, error) {
	if strings.EqualFold(filepath.Ext(name), ".map") {
		return mapfile.MovingAI, nil
	}
	return mapfile.FormatUnknown, fmt.Errorf("convert: the name %s does not tell the format to write; add --to movingai, terrain, plain or native", name)
}
