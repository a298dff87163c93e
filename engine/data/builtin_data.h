#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/data/feature_bounds.h"
#include "engine/data/file_reader.h"

namespace noisy {

/// A column with its public ranges, in the units of the data.
struct BuiltinColumn {
  std::string name;
  Interval range;  ///< no value is outside: what loading clamps to
  Interval usual;  ///< most values are inside, as one who knows the field would say beforehand
};

/// What makes a data set fit for a private run, beside its columns' usual ranges.
struct SuggestedPreparation {
  double intercept = 1.0;
  double row_bound = 1.0;  ///< L2 norm, intercept included, that most rows meet
  std::string source;      ///< where the usual ranges come from
};

/// A data set that comes with the engine.
///
/// The ranges are stated from what the columns mean; they are not computed from the records.
/// Loading clamps to them, so they bind whatever the records are.
struct BuiltinData {
  std::string name;    ///< id in an experiment file
  std::string file;    ///< in engine/data/builtin
  std::string sha256;  ///< of the file, in hexadecimal
  std::string title;
  std::string source;   ///< who made it, where it is from
  std::string licence;  ///< under which it is passed on
  std::string target;   ///< what the target means
  Interval target_range;
  std::vector<std::string> class_names;  ///< of the targets 0, 1, ...; empty for a regression
  Index samples = 0;
  std::vector<BuiltinColumn> columns;
  SuggestedPreparation suggested;
};

/// All built-in data sets, in the order to show them.
const std::vector<BuiltinData>& builtin_data();

/// The data set of this name, or null.
const BuiltinData* find_builtin(std::string_view name);

/// Makes every record obey the ranges: what loading does, so that the bounds hold whatever the
/// records are.
void clamp_to_ranges(const BuiltinData& description, DenseData& data);

struct LoadedBuiltin {
  NamedData table;
  FeatureBounds bounds;  ///< from the public ranges
};

/// @error unknown-name   names those that exist
/// @error missing-data   its file is not there yet (builtin_text.h)
/// @error out-of-memory
Result<LoadedBuiltin> load_builtin(std::string_view name, DataLayout layout = DataLayout::panels,
                                   Index reserved_features = 0);

}  // namespace noisy
