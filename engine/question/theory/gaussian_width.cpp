#include "engine/problem/geometry/gaussian_width.h"

#include <array>

#include "engine/experiment/file/experiment.h"
#include "engine/problem/geometry/geometry.h"
#include "engine/question/theory/query.h"

namespace noisy {
namespace {

using record::each, record::of, record::Seen::nobody;

enum class WidthSet { l1_ball, l2_ball, linf_ball, simplex, group_ball, lp_ball };

constexpr std::size_t kMostDimensions = 60;
constexpr double kMostDrawn = 4e7;  ///< coordinates, over all dimensions

struct WidthQuestion {
  WidthSet set = WidthSet::l1_ball;
  std::vector<double> dimensions;
  double radius = 1.0;
  Index group_size = 10;
  double exponent = 1.5;
  Index draws = 4000;

  bool is_drawn() const { return set == WidthSet::group_ball || set == WidthSet::lp_ball; }
  Domain domain() const;
};

Domain::Kind kind_of(WidthSet set) {
  switch (set) {
    case WidthSet::l1_ball:
      return Domain::Kind::l1_ball;
    case WidthSet::l2_ball:
      return Domain::Kind::l2_ball;
    case WidthSet::linf_ball:
      return Domain::Kind::linf_ball;
    case WidthSet::simplex:
      return Domain::Kind::simplex;
    case WidthSet::group_ball:
      return Domain::Kind::group_ball;
    case WidthSet::lp_ball:
      break;
  }
  return Domain::Kind::lp_ball;
}

Domain WidthQuestion::domain() const {
  Domain domain;
  domain.kind = kind_of(set);
  domain.radius = radius;
  domain.group_size = group_size;
  domain.exponent = exponent;
  return domain;
}

/// The width of a set and what else DP-AccMD's theorem knows of it.
struct Extent {
  double dimension = 0.0;
  GaussianWidth width;
  double l2_radius = 0.0;
  double bregman_radius = 0.0;
};

}  // namespace

template <>
std::span<const Word<WidthSet>> vocabulary() {
  static constexpr std::array<Word<WidthSet>, 6> kWords = {{
      {WidthSet::l1_ball, "l1-ball", "l1 ball", "||x||_1 <= radius; by quadrature."},
      {WidthSet::l2_ball, "l2-ball", "l2 ball", "||x||_2 <= radius; in closed form."},
      {WidthSet::linf_ball, "linf-ball", "l_inf ball", "||x||_inf <= radius; in closed form."},
      {WidthSet::simplex, "simplex", "Simplex", "x >= 0 that sum to 1; by quadrature."},
      {WidthSet::group_ball, "group-ball", "Group ball",
       "The l2 lengths of groups sum to at most the radius; estimated by drawing."},
      {WidthSet::lp_ball, "lp-ball", "l_a ball", "||x||_a <= radius; estimated by drawing."},
  }};
  return kWords;
}

template <>
std::span<const Word<GaussianWidth::Method>> vocabulary() {
  using Method = GaussianWidth::Method;
  static constexpr std::array<Word<Method>, 3> kWords = {{
      {Method::closed_form, "closed-form", "Closed form", "Exact."},
      {Method::quadrature, "quadrature", "Quadrature", "An integral, exact to all digits shown."},
      {Method::monte_carlo, "monte-carlo", "Monte Carlo", "A mean over draws, with its error."},
  }};
  return kWords;
}

namespace {

const std::vector<Field<WidthQuestion>>& fields() {
  static const std::vector<Field<WidthQuestion>> kFields = [] {
    ParameterSpec dimensions = whole_spec("dimensions", "Dimensions", 1, FormatLimits::kFeatures,
                                          "p, 1 to 60 of them, ascending or not.");
    dimensions.type = ParameterType::number_or_vector;
    ParameterSpec exponent = positive_spec("exponent", "Exponent", "a of the l_a ball, at most 2.");
    exponent.minimum = 1;
    exponent.maximum = 2;
    return std::vector<Field<WidthQuestion>>{
        {choice_spec<WidthSet>("set", "Set", "Whose width is asked."), &store<&WidthQuestion::set>},
        {std::move(dimensions), &store<&WidthQuestion::dimensions>},
        {or_default(positive_spec("radius", "Radius", "Of the balls; the simplex has none."), 1.0),
         &store<&WidthQuestion::radius>},
        {or_default(whole_spec("groupSize", "Group size", 1, FormatLimits::kFeatures,
                               "Coordinates in each group of the group ball."),
                    10.0),
         &store<&WidthQuestion::group_size>},
        {or_default(std::move(exponent), 1.5), &store<&WidthQuestion::exponent>},
        {or_default(whole_spec("draws", "Draws", 2, 100'000, "Of an estimated width."), 4000.0),
         &store<&WidthQuestion::draws>}};
  }();
  return kFields;
}

Result<void> check_dimensions(const WidthQuestion& question) {
  double drawn = 0;
  for (std::size_t i = 0; i < question.dimensions.size(); ++i) {
    const double dimension = question.dimensions[i];
    drawn += dimension * static_cast<double>(question.draws);
    if (dimension == std::floor(dimension)) continue;
    return fail(ErrorCode::invalid_value, join_path("dimensions", i),
                "is " + number_text(dimension) + " but must be a whole number");
  }
  if (!question.is_drawn() || drawn <= kMostDrawn) return {};
  return fail(ErrorCode::limit_exceeded, "draws",
              "times dimensions is " + number_text(drawn) + ", more than " +
                  number_text(kMostDrawn) + ": draw fewer or leave out large dimensions");
}

Result<Extent> extent_of(const WidthQuestion& question, Index dimension) {
  const Domain domain = question.domain();
  const auto geometry = Geometry::create(domain, Geometry::Generator::automatic, dimension);
  if (!geometry) return std::unexpected(geometry.error());
  return Extent{static_cast<double>(dimension), gaussian_width(domain, dimension, question.draws),
                domain.l2_radius(dimension),
                (*geometry)->bregman_radius((*geometry)->centre_state())};
}

GaussianWidth::Method method_of(const std::vector<Extent>& extents) {
  return extents.front().width.method;
}

constexpr record::Table kExtents{
    "GaussianWidth",
    "",
    {{"dimension", each<&Extent::dimension>()},
     {"width", each<&Extent::width, &GaussianWidth::width>(), nobody,
      "G_C = E sup over C of <b, w>."},
     {"widthError", each<&Extent::width, &GaussianWidth::width_error>(), nobody,
      "Its standard error, 0 where it is exact."},
     {"secondMoment", each<&Extent::width, &GaussianWidth::second_moment>(), nobody,
      "W_C = E ||b||^2 in the dual norm."},
     {"secondMomentError", each<&Extent::width, &GaussianWidth::second_moment_error>()},
     {"l2Radius", each<&Extent::l2_radius>(), nobody, "The largest L2 length of a point."},
     {"bregmanRadius", each<&Extent::bregman_radius>(), nobody, "Theta >= B(x, centre)."},
     {"method", of<&method_of>()}}};

constexpr FieldRule kRules[] = {lists("dimensions", kMostDimensions)};

Result<Json> answer(const Json& given) {
  const auto question = read_question(given, fields(), kRules);
  if (!question) return std::unexpected(question.error());
  if (auto checked = check_dimensions(*question); !checked) {
    return std::unexpected(checked.error());
  }
  std::vector<Extent> extents;
  for (const double dimension : question->dimensions) {
    const auto extent = extent_of(*question, static_cast<Index>(dimension));
    if (!extent) return std::unexpected(extent.error());
    extents.push_back(*extent);
  }
  return record::json_of<kExtents>(extents);
}

}  // namespace

TheoryQuery gaussian_width_query() {
  return {.name = "gaussian-width",
          .title = "Gaussian width",
          .description =
              "How far standard Gaussian noise reaches in the directions of a set, by dimension: "
              "G_C and W_C = E ||b||^2 in the dual norm, with standard errors where they are "
              "estimated, and the set's radii.",
          .source = "Wang, Ye and Xu, Definition 5.2",
          .parameters = specs_of(fields()),
          .rules = kRules,
          .records = {&kExtents},
          .answer = &answer};
}

}  // namespace noisy
