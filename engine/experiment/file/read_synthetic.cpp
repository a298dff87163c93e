#include "engine/data/covertype_surrogate.h"
#include "engine/data/sparse_generator.h"
#include "engine/experiment/file/read_source.h"

namespace noisy {
namespace {

using SyntheticField = Field<DataDraft<SyntheticParameters>>;

/// Records of the paper's experiments on Covertype.
constexpr Index kCovertypeSamples = 200'000;

SyntheticField samples_field(std::optional<ParameterValue> default_value, std::string source) {
  return {{.name = "samples",
           .title = "Records",
           .type = ParameterType::integer,
           .unit = "records",
           .minimum = 2,
           .maximum = FormatLimits::kSamples,
           .default_value = default_value,
           .start = default_value ? std::optional<FormStart>() : FormStart{10'000},
           .description = "n, the number of records.",
           .source = std::move(source)},
          &store<&SyntheticParameters::samples>};
}

SyntheticField seed_field() {
  return {{.name = "seed",
           .title = "Data seed",
           .type = ParameterType::integer,
           .minimum = 0,
           .maximum = FormatLimits::kSeed,
           .default_value = 1.0,
           .description = "Which data set is drawn."},
          &store<&SyntheticParameters::seed>};
}

/// Sizes and seed of the generators of uniform features.
std::vector<SyntheticField> uniform_fields() {
  return {samples_field(std::nullopt, "section 5"),
          {{.name = "features",
            .title = "Features",
            .type = ParameterType::integer,
            .unit = "columns",
            .minimum = 1,
            .maximum = FormatLimits::kFeatures,
            .start = FormStart{20},
            .description = "d, independent and uniform on [0, 1].",
            .source = "section 5"},
           &store<&SyntheticParameters::features>},
          seed_field()};
}

std::vector<SyntheticField> logistic_fields() {
  using Labels = SyntheticParameters::Labels;
  std::vector<SyntheticField> fields = uniform_fields();
  fields.push_back({{.name = "labels",
                     .title = "Labels",
                     .type = ParameterType::choice,
                     .choices = word_ids<Labels>(),
                     .default_value = word_for(Labels::sign),
                     .description = "How a label follows from the score of the hidden direction."},
                    &store<&SyntheticParameters::labels>});
  fields.push_back(
      {{.name = "positiveFraction",
        .title = "Positive share",
        .type = ParameterType::number,
        .minimum = 0.001,
        .maximum = 0.999,
        .default_rule = "whatever the hidden direction gives",
        .description = "Shifts the hidden direction until about this share is positive."},
       &store<&SyntheticParameters::positive_fraction>});
  return fields;
}

std::vector<SyntheticField> linear_fields() {
  std::vector<SyntheticField> fields = uniform_fields();
  fields.push_back(
      {{.name = "noise",
        .title = "Target noise",
        .type = ParameterType::number,
        .minimum = 0,
        .maximum = 1e6,
        .default_value = 0.1,
        .description = "Standard deviation of the noise on the target; the signal's is 0.4."},
       &store<&SyntheticParameters::noise>});
  return fields;
}

std::vector<SyntheticField> covertype_fields() {
  return {samples_field(static_cast<double>(kCovertypeSamples), "DP-ERM revisited, appendix A"),
          seed_field()};
}

/// Records and columns of a9a, and of the default text.
constexpr Index kA9aSamples = 32'561;
constexpr Index kTextSamples = 100'000;
constexpr Index kTextFeatures = 50'000;

std::vector<SyntheticField> a9a_fields() {
  return {samples_field(static_cast<double>(kA9aSamples), "LIBSVM's a9a"), seed_field()};
}

std::vector<SyntheticField> text_fields() {
  return {samples_field(static_cast<double>(kTextSamples), ""),
          {{.name = "features",
            .title = "Words",
            .type = ParameterType::integer,
            .unit = "columns",
            .minimum = kFewestTextFeatures,
            .maximum = FormatLimits::kFeatures,
            .default_value = static_cast<double>(kTextFeatures),
            .description = "d; a row has 25 of them, the frequent ones first (Zipf's law)."},
           &store<&SyntheticParameters::features>},
          seed_field()};
}

/// Records of problems of the gallery.
constexpr Index kGallerySamples = 10'000;
constexpr Index kGalleryFeatures = 2;
constexpr double kLargestValue = 1e6;

SyntheticField gallery_samples() {
  return samples_field(static_cast<double>(kGallerySamples), "");
}

SyntheticField gallery_features() {
  return {{.name = "features",
           .title = "Features",
           .type = ParameterType::integer,
           .unit = "columns",
           .minimum = 1,
           .maximum = FormatLimits::kFeatures,
           .default_value = static_cast<double>(kGalleryFeatures),
           .description = "d, the coordinates of the problem."},
          &store<&SyntheticParameters::features>};
}

SyntheticField bound_field(std::string description) {
  return {{.name = "bound",
           .title = "Bound",
           .type = ParameterType::number,
           .minimum = 0,
           .maximum = kLargestValue,
           .exclusive_minimum = true,
           .default_value = SyntheticParameters{}.bound,
           .description = std::move(description)},
          &store<&SyntheticParameters::bound>};
}

std::vector<SyntheticField> tilts_fields() {
  return {gallery_samples(), gallery_features(), bound_field("A, the length of every tilt."),
          seed_field()};
}

SyntheticField mean_field(std::string description) {
  return {{.name = "mean",
           .title = "Mean",
           .type = ParameterType::number,
           .minimum = -kLargestValue,
           .maximum = kLargestValue,
           .default_value = SyntheticParameters{}.mean,
           .description = std::move(description)},
          &store<&SyntheticParameters::mean>};
}

std::vector<SyntheticField> one_hot_fields() {
  return {gallery_samples(), gallery_features(), bound_field("A, the one number of a row."),
          mean_field("The target of every record.")};
}

std::vector<SyntheticField> values_fields() {
  return {gallery_samples(),
          gallery_features(),
          mean_field("Of the targets."),
          {{.name = "spread",
            .title = "Spread",
            .type = ParameterType::number,
            .minimum = 0,
            .maximum = kLargestValue,
            .default_value = SyntheticParameters{}.spread,
            .description = "How far every target is from the mean."},
           &store<&SyntheticParameters::spread>}};
}

std::vector<SyntheticField> biased_fields() {
  return {gallery_samples(),
          {{.name = "bias",
            .title = "Bias",
            .type = ParameterType::number,
            .minimum = -1,
            .maximum = 1,
            .default_value = SyntheticParameters{}.bias,
            .description = "The mean of the signs, as near as n signs can have it."},
           &store<&SyntheticParameters::bias>}};
}

std::vector<SyntheticField> hard_fields() {
  return {gallery_samples(),
          gallery_features(),
          {{.name = "signed",
            .title = "Signed rows",
            .type = ParameterType::integer,
            .unit = "records",
            .minimum = 1,
            .maximum = FormatLimits::kSamples,
            .default_value = static_cast<double>(SyntheticParameters{}.signed_rows),
            .description = "N: how many rows are not 0; min(sqrt(d) / epsilon, n) in the bound."},
           &store<&SyntheticParameters::signed_rows>},
          bound_field("L_0, the length of the rows that are not 0."),
          seed_field()};
}

/// A number of a population.
template <auto Member>
SyntheticField law_field(std::string name, std::string title, double maximum, std::string text) {
  return {{.name = std::move(name),
           .title = std::move(title),
           .type = ParameterType::number,
           .minimum = 0,
           .maximum = maximum,
           .default_value = SyntheticParameters{}.*Member,
           .description = std::move(text)},
          &store<Member>};
}

/// Records that are drawn from an exact population, and their coordinates.
constexpr Index kDrawnSamples = 2'000;
constexpr Index kDrawnFeatures = 10;

std::vector<SyntheticField> drawn_fields() {
  std::vector<SyntheticField> fields = {samples_field(static_cast<double>(kDrawnSamples), ""),
                                        gallery_features(), seed_field()};
  fields[1].spec.default_value = static_cast<double>(kDrawnFeatures);
  fields[1].spec.description = "d";
  return fields;
}

SyntheticField population_field(std::string description) {
  return {{.name = "populationSeed",
           .title = "Population seed",
           .type = ParameterType::integer,
           .minimum = 0,
           .maximum = FormatLimits::kSeed,
           .default_value = 1.0,
           .description = std::move(description)},
          &store<&SyntheticParameters::population_seed>};
}

SyntheticField atoms_field() {
  return {{.name = "atoms",
           .title = "Atoms",
           .type = ParameterType::integer,
           .unit = "records",
           .minimum = 1,
           .maximum = 100'000,
           .default_value = static_cast<double>(SyntheticParameters{}.atoms),
           .description = "N, all of one weight: the population."},
          &store<&SyntheticParameters::atoms>};
}

std::vector<SyntheticField> atoms_fields() {
  std::vector<SyntheticField> fields = drawn_fields();
  fields.push_back(atoms_field());
  fields.push_back(population_field("Which atoms there are."));
  fields.push_back(law_field<&SyntheticParameters::strength>(
      "strength", "Strength", 1e6, "How far labels depend on the hidden direction."));
  fields.push_back(law_field<&SyntheticParameters::minority_share>(
      "minorityShare", "Minority", 0.999,
      "Share of a group that the first column tells apart, with a direction of its own."));
  return fields;
}

std::vector<SyntheticField> classes_fields() {
  std::vector<SyntheticField> fields = drawn_fields();
  fields.push_back(law_field<&SyntheticParameters::positive_share>(
      "positiveShare", "Positive share", 0.999, "p of the labels."));
  fields.push_back(law_field<&SyntheticParameters::separation>("separation", "Separation", 2,
                                                               "Distance of the two means."));
  fields.push_back(law_field<&SyntheticParameters::radius>("radius", "Radius", 1,
                                                           "Of the sphere around each mean."));
  return fields;
}

std::vector<SyntheticField> sphere_fields() {
  std::vector<SyntheticField> fields = drawn_fields();
  fields.push_back(
      law_field<&SyntheticParameters::radius>("radius", "Radius", 1, "Of the sphere."));
  fields.push_back(
      law_field<&SyntheticParameters::shift>("shift", "Shift", 1, "Length of the mean."));
  return fields;
}

std::vector<SyntheticField> tilted_fields() {
  std::vector<SyntheticField> fields = drawn_fields();
  fields.push_back(law_field<&SyntheticParameters::tilt>("tilt", "Tilt", 1, "Length of the mean."));
  return fields;
}

std::vector<SyntheticField> signs_fields() {
  std::vector<SyntheticField> fields = sphere_fields();
  fields[3].spec.description = "How far every row is from the mean.";
  return fields;
}

/// k (k + 1) with k = 3.
constexpr Index kMomentFeatures = 12;

std::vector<SyntheticField> moments_fields() {
  std::vector<SyntheticField> fields = sphere_fields();
  fields[1].spec.default_value = static_cast<double>(kMomentFeatures);
  fields[1].spec.description = "k (k + 1): k rows of M, and then b.";
  fields.push_back(population_field("Which mean there is."));
  return fields;
}

/// Columns of records of signs; those of games make a square matrix.
constexpr Index kArmFeatures = 16;
constexpr Index kGameFeatures = 64;

SyntheticField advantage_field(std::string description) {
  return law_field<&SyntheticParameters::advantage>("advantage", "Advantage", 1,
                                                    std::move(description));
}

std::vector<SyntheticField> game_fields() {
  std::vector<SyntheticField> fields = drawn_fields();
  fields[1].spec.default_value = static_cast<double>(kGameFeatures);
  fields[1].spec.description = "The entries of the matrix, one of its rows after the other.";
  fields.push_back({{.name = "rows",
                     .title = "Rows",
                     .type = ParameterType::integer,
                     .minimum = 0,
                     .maximum = FormatLimits::kFeatures,
                     .default_value = 0.0,
                     .description = "Of the matrix; 0: as many as columns."},
                    &store<&SyntheticParameters::rows>});
  fields.push_back(advantage_field("a: how far an entry's mean is from 0 at most."));
  return fields;
}

/// What three hands against three are.
constexpr Index kHandsFeatures = 9;

std::vector<SyntheticField> hands_fields() {
  return {samples_field(static_cast<double>(kDrawnSamples), ""), seed_field(),
          advantage_field("a: what a win with rock counts in the mean, twice any other win.")};
}

std::vector<SyntheticField> weights_fields() {
  std::vector<SyntheticField> fields = drawn_fields();
  fields[1].spec.default_value = static_cast<double>(kArmFeatures);
  return fields;
}

std::vector<SyntheticField> arm_fields() {
  std::vector<SyntheticField> fields = weights_fields();
  fields.push_back(advantage_field("a: the mean of the first number."));
  return fields;
}

/// Eight tasks and 16 inputs, as in the paper's setting of the worst task.
constexpr Index kTaskFeatures = 24;

std::vector<SyntheticField> task_fields() {
  std::vector<SyntheticField> fields = drawn_fields();
  fields[1].spec.default_value = static_cast<double>(kTaskFeatures);
  fields[1].spec.description = "The inputs and the labels of all tasks together.";
  fields.push_back({{.name = "tasks",
                     .title = "Tasks",
                     .type = ParameterType::integer,
                     .minimum = 2,
                     .maximum = 1e4,
                     .default_value = static_cast<double>(SyntheticParameters{}.tasks),
                     .description = "G: the last so many columns are labels."},
                    &store<&SyntheticParameters::tasks>});
  SyntheticField atoms = atoms_field();
  atoms.spec.default_value = 1024.0;
  fields.push_back(std::move(atoms));
  fields.push_back(population_field("Which atoms there are."));
  fields.push_back(law_field<&SyntheticParameters::strength>(
      "strength", "Strength", 1e6, "How far labels depend on their two inputs."));
  return fields;
}

/// Bits of a record.
constexpr Index kBits = 8;

std::vector<SyntheticField> bits_fields() {
  std::vector<SyntheticField> fields = drawn_fields();
  fields[1].spec.default_value = static_cast<double>(kBits);
  fields[1].spec.maximum = 20;
  fields[1].spec.description = "Bits of a record.";
  return fields;
}

struct Generator {
  std::string_view name;
  std::string_view title;
  std::string_view description;
  std::vector<SyntheticField> (*fields)();  ///< all but its name
  Index default_samples = 0;                ///< 0: the block must say how many
  Index default_features = 0;
  Index own_features = 0;  ///< d where no field gives it
  Index row_values = 0;    ///< stored values of a row of sparse data
};
constexpr Generator kGenerators[] = {
    {"logistic", "Logistic regression",
     "Features uniform on [0, 1]; labels from the score of a hidden normal direction.",
     &logistic_fields},
    {"linear", "Linear regression",
     "Features uniform on [0, 1]; targets in [-1, 1] from a hidden direction and normal noise.",
     &linear_fields},
    {"covertype-surrogate", "Covertype surrogate",
     "Ten correlated numbers and two one-hot groups as in Covertype, 54 columns, rows of length 1; "
     "labels by the logistic model of a hidden direction.",
     &covertype_fields, kCovertypeSamples, 0, covertype::kSurrogateFeatures},
    {"a9a-like", "Census, one-hot (like a9a)",
     "Sparse: 14 one-hot groups in 123 columns; labels by the logistic model of a hidden "
     "direction.",
     &a9a_fields, kA9aSamples, 0, kA9aFeatures, kA9aGroups},
    {"text-like", "Bags of words",
     "Sparse: 25 words a row of a Zipf vocabulary, rows of length 1; labels by the logistic model "
     "of a hidden sparse direction.",
     &text_fields, kTextSamples, kTextFeatures, 0, kTextWords},
    {"atoms", "Atoms",
     "Independent draws of a fixed set of labelled records: a population that is known exactly.",
     &atoms_fields, kDrawnSamples, kDrawnFeatures},
    {"two-classes", "Two classes",
     "Uniform on a sphere around the mean of each class; its AUC problem is known exactly.",
     &classes_fields, kDrawnSamples, kDrawnFeatures},
    {"sphere", "Sphere", "Uniform on a sphere around a mean, for mean estimation.", &sphere_fields,
     kDrawnSamples, kDrawnFeatures},
    {"tilted-directions", "Tilted directions",
     "Unit rows whose first number is the tilt, the others uniform in direction.", &tilted_fields,
     kDrawnSamples, kDrawnFeatures},
    {"shifted-signs", "Shifted signs",
     "Every number a mean plus or minus a spread, the same for all, for bilinear and quadratic "
     "saddle problems.",
     &signs_fields, kDrawnSamples, kDrawnFeatures},
    {"matched-moments", "Matched moments",
     "Uniform on a sphere around moments that a point of length 1/2 matches.", &moments_fields,
     kDrawnSamples, kMomentFeatures},
    {"planted-game", "Planted game",
     "Matrices of independent signs: the first row has the mean -a and the first column a, so that "
     "both are best.",
     &game_fields, kDrawnSamples, kGameFeatures},
    {"rank-one-game", "Rank-one game",
     "Matrices of independent signs with the mean a s t', s and t = (1, -1, ..., -1): the best "
     "strategies are mixed.",
     &game_fields, kDrawnSamples, kGameFeatures},
    {"rock-paper-scissors", "Rock, paper, scissors",
     "Matrices of 3 x 3 independent signs with the mean of the children's game, in which a win "
     "with "
     "rock counts twice: at best both play paper half of the time.",
     &hands_fields, kDrawnSamples, kHandsFeatures, kHandsFeatures},
    {"planted-arm", "Planted arm",
     "Independent signs of mean 0, but for the first: the best arm for the linear loss.",
     &arm_fields, kDrawnSamples, kArmFeatures},
    {"planted-weights", "Planted weights",
     "Independent signs, and their product with three planted weights as a target, plus or minus "
     "1/4: least squares on the simplex.",
     &weights_fields, kDrawnSamples, kArmFeatures},
    {"task-atoms", "Tasks in common",
     "Independent draws of fixed records: signs, and then a label for each of some tasks that "
     "share their inputs; the population is known exactly.",
     &task_fields, kDrawnSamples, kTaskFeatures},
    {"balanced-tilts", "Balanced tilts",
     "Opposite rows of one length that add up to 0, for problems of the gallery; n costs nothing.",
     &tilts_fields, kGallerySamples, kGalleryFeatures},
    {"balanced-values", "Balanced values",
     "Targets on both sides of a mean, no features, for problems of the gallery; n costs nothing.",
     &values_fields, kGallerySamples, kGalleryFeatures},
    {"biased-signs", "Biased signs",
     "Targets +1 and -1, a few more of one kind, for the hard growth problem; n costs nothing.",
     &biased_fields, kGallerySamples, 0, 1},
    {"hard-signs", "Hard signs",
     "A few rows of random signs among zeros, for the hard quadratic problem; n costs nothing.",
     &hard_fields, kGallerySamples, kGalleryFeatures},
    {"one-hot", "One-hot rows",
     "Rows with one number each, every column equally often, and one target: for regressions of "
     "the "
     "gallery; n costs nothing.",
     &one_hot_fields, kGallerySamples, kGalleryFeatures},
    {"markov-bits", "Markov bits",
     "Bits of which each is likely to be as the one before, for synthetic data.", &bits_fields,
     kDrawnSamples, kBits}};

/// The fields of a generator's block; of an unknown one, sizes and seed.
std::vector<SyntheticField> generator_fields(std::string_view name) {
  std::vector<SyntheticField> fields;
  std::vector<std::string> names;
  for (const Generator& generator : kGenerators) {
    names.emplace_back(generator.name);
    if (generator.name == name) fields = generator.fields();
  }
  if (fields.empty()) fields = uniform_fields();
  fields.insert(fields.begin(), {{.name = "name",
                                  .title = "Generator",
                                  .type = ParameterType::choice,
                                  .choices = std::move(names)},
                                 &store<&SyntheticParameters::name, ErrorCode::unknown_name>});
  add_common_fields<SyntheticParameters>(fields);
  return fields;
}

}  // namespace

Result<DataSpec> read_synthetic(const Json& block, const std::string& path) {
  const Json* name = block.find("name");
  for (const Generator& generator : kGenerators) {
    if (!name || !name->is_text() || name->text() != generator.name) continue;
    DataDraft<SyntheticParameters> draft;
    draft.samples = generator.default_samples;
    draft.features = generator.default_features;
    return read_source_by(generator_fields(generator.name), block, path, std::move(draft));
  }
  return read_source_by(generator_fields(""), block, path);
}

const std::vector<SyntheticEntry>& synthetic_entries() {
  static const std::vector<SyntheticEntry> kEntries = [] {
    std::vector<SyntheticEntry> entries;
    for (const Generator& generator : kGenerators) {
      SyntheticEntry entry{generator.name,         generator.title,      generator.description,
                           generator.own_features, generator.row_values, {}};
      for (const SyntheticField& field : generator.fields()) {
        entry.parameters.push_back(field.spec);
      }
      entries.push_back(std::move(entry));
    }
    return entries;
  }();
  return kEntries;
}

}  // namespace noisy
