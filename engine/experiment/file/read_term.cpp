// problem.regularizer and problem.domain: which fields a kind has, and how they are read.
#include "engine/experiment/file/read_blocks.h"

namespace noisy {
namespace {

constexpr double kMostGroup = 1e6;
constexpr std::size_t kMostVertices = 1000;

/// A text that names a kind; its choices come from the vocabulary.
template <typename Kind>
ParameterSpec kind_spec(std::string title) {
  return {.name = "kind",
          .title = std::move(title),
          .type = ParameterType::choice,
          .choices = word_ids<Kind>()};
}

ParameterSpec positive(std::string name, std::string title, double start, std::string description) {
  return {.name = std::move(name),
          .title = std::move(title),
          .type = ParameterType::number,
          .minimum = 0,
          .maximum = kLargest,
          .exclusive_minimum = true,
          .start = FormStart{start},
          .description = std::move(description)};
}

ParameterSpec group_size_spec() {
  return {.name = "groupSize",
          .title = "Group size",
          .type = ParameterType::integer,
          .unit = "coordinates",
          .minimum = 1,
          .maximum = kMostGroup,
          .start = FormStart{2},
          .description = "Coordinates of each block; the last one may be shorter."};
}

ParameterSpec bound_spec(std::string name, std::string title, double start,
                         std::string description) {
  return {.name = std::move(name),
          .title = std::move(title),
          .type = ParameterType::number_or_vector,
          .minimum = -kLargest,
          .maximum = kLargest,
          .start = FormStart{start},
          .description = std::move(description)};
}

std::string strength_text(Regularizer::Kind kind) {
  switch (kind) {
    case Regularizer::Kind::l2:
      return "The term is (strength / 2) ||x||_2^2.";
    case Regularizer::Kind::l1:
    case Regularizer::Kind::elastic_net:
      return "The term is strength ||x||_1, which makes coordinates exactly 0.";
    case Regularizer::Kind::l2_norm:
      return "The term is strength ||x||_2.";
    case Regularizer::Kind::group_l2:
      return "The term is strength sum_g ||x_g||_2, which makes whole blocks 0.";
    case Regularizer::Kind::linf:
      return "The term is strength ||x||_inf.";
    case Regularizer::Kind::none:
      break;
  }
  return "";
}

template <Vector Domain::*Member>
Result<void> store_bound(const Json& value, const FieldPlace& at, Domain& domain) {
  Result<ParameterValue> checked = check_value(value, at.path, at.spec);
  if (!checked) return std::unexpected(std::move(checked.error()));
  if (const double* number = std::get_if<double>(&*checked)) {
    domain.*Member = Vector::Constant(1, *number);
  } else {
    const auto& numbers = std::get<std::vector<double>>(*checked);
    domain.*Member = Eigen::Map<const Vector>(numbers.data(), std::ssize(numbers));
  }
  return {};
}

Result<void> store_vertices(const Json& value, const FieldPlace& at, Domain& domain) {
  const bool is_list = value.is_array() && value.size() > 0 && value.size() <= kMostVertices;
  if (!is_list) {
    return fail(ErrorCode::invalid_type, at.path,
                "must be an array of 1 to " + std::to_string(kMostVertices) +
                    " vertices, each an array of d numbers");
  }
  const ParameterSpec vertex{
      .type = ParameterType::number_or_vector, .minimum = -kLargest, .maximum = kLargest};
  for (std::size_t i = 0; i < value.size(); ++i) {
    const std::string place = join_path(at.path, i);
    Result<ParameterValue> checked = check_value(value.element(i), place, vertex);
    if (!checked) return std::unexpected(std::move(checked.error()));
    const auto* numbers = std::get_if<std::vector<double>>(&*checked);
    const Index size = numbers ? std::ssize(*numbers) : 1;
    if (i == 0) domain.vertices.resize(size, static_cast<Index>(value.size()));
    if (size != domain.vertices.rows() || size == 0) {
      return fail(ErrorCode::invalid_value, place, "all vertices must have the same length");
    }
    for (Index j = 0; j < size; ++j) {
      domain.vertices(j, static_cast<Index>(i)) =
          numbers ? (*numbers)[static_cast<std::size_t>(j)] : std::get<double>(*checked);
    }
  }
  return {};
}

/// The fields of this kind, "kind" first.
std::vector<Field<Regularizer>> regularizer_fields(Regularizer::Kind kind) {
  using Kind = Regularizer::Kind;
  std::vector<Field<Regularizer>> fields = {
      {kind_spec<Kind>("the regularizer"), &store<&Regularizer::kind, ErrorCode::unknown_name>}};
  if (kind == Kind::none) return fields;
  fields.push_back({positive("strength", "Strength", 0.01, strength_text(kind)),
                    &store<&Regularizer::strength>});
  if (kind == Kind::elastic_net) {
    fields.push_back({positive("l2Strength", "L2 strength", 0.01,
                               "Adds (l2Strength / 2) ||x||_2^2, and itself to mu."),
                      &store<&Regularizer::l2_strength>});
  }
  if (kind == Kind::group_l2) {
    fields.push_back({group_size_spec(), &store<&Regularizer::group_size>});
  }
  return fields;
}

std::vector<Field<Domain>> domain_fields(Domain::Kind kind) {
  using Kind = Domain::Kind;
  std::vector<Field<Domain>> fields = {
      {kind_spec<Kind>("the domain"), &store<&Domain::kind, ErrorCode::unknown_name>}};
  const bool is_ball = kind == Kind::l2_ball || kind == Kind::l1_ball || kind == Kind::linf_ball ||
                       kind == Kind::group_ball || kind == Kind::lp_ball;
  if (is_ball) {
    fields.push_back({positive("radius", "Radius", 1, "Points have a norm of at most this."),
                      &store<&Domain::radius>});
  }
  if (kind == Kind::group_ball) {
    fields.push_back({group_size_spec(), &store<&Domain::group_size>});
  }
  if (kind == Kind::lp_ball) {
    fields.push_back({{.name = "exponent",
                       .title = "Exponent",
                       .type = ParameterType::number,
                       .minimum = 1,
                       .maximum = 2,
                       .exclusive_minimum = true,
                       .start = FormStart{1.5},
                       .description = "a of the norm ||x||_a, above 1 and at most 2."},
                      &store<&Domain::exponent>});
  }
  if (kind == Kind::box) {
    fields.push_back({bound_spec("lower", "Lower bound", -1,
                                 "For every coordinate one number, or one for each."),
                      &store_bound<&Domain::lower>});
    fields.push_back(
        {bound_spec("upper", "Upper bound", 1, "For every coordinate one number, or one for each."),
         &store_bound<&Domain::upper>});
  }
  if (kind == Kind::hull) {
    fields.push_back({{.name = "vertices",
                       .title = "Vertices",
                       .type = ParameterType::vectors,
                       .description = "The points whose convex hull the domain is."},
                      &store_vertices});
    fields.push_back({{.name = "mirrored",
                       .title = "With mirror images",
                       .type = ParameterType::boolean,
                       .default_value = false,
                       .description = "Whether -vertex belongs to the hull for every vertex."},
                      &store<&Domain::mirrored>});
  }
  return fields;
}

/// Reads the kind by itself, then the fields that it has.
template <typename Block, typename Kind, std::vector<Field<Block>> (*fields)(Kind)>
Result<Block> read_block(const Json& value, const std::string& path) {
  Block block;
  if (const Json* kind = value.find("kind")) {
    const Field<Block> field = fields(block.kind).front();
    const std::string place = join_path(path, "kind");
    if (auto read = field.read(*kind, {place, field.spec}, block); !read) {
      return std::unexpected(std::move(read.error()));
    }
  }
  const std::vector<Field<Block>> table = fields(block.kind);
  if (auto read = read_fields(value, path, table, block); !read) {
    return std::unexpected(std::move(read.error()));
  }
  return block;
}

template <typename Block>
std::vector<ParameterSpec> without_kind(const std::vector<Field<Block>>& fields) {
  std::vector<ParameterSpec> specs;
  for (const Field<Block>& field : fields) {
    if (field.spec.name != "kind") specs.push_back(field.spec);
  }
  return specs;
}

}  // namespace

Result<Regularizer> read_regularizer(const Json& value, const std::string& path) {
  const Json* kind = value.find("kind");
  const bool is_none = kind && kind->is_text() && kind->text() == "none";
  if (is_none && value.find("strength")) {
    return fail(ErrorCode::conflicting_fields, join_path(path, "strength"),
                "the regularizer \"none\" has no strength");
  }
  return read_block<Regularizer, Regularizer::Kind, regularizer_fields>(value, path);
}

Result<Domain> read_domain(const Json& value, const std::string& path) {
  return read_block<Domain, Domain::Kind, domain_fields>(value, path);
}

std::vector<ParameterSpec> regularizer_parameters(Regularizer::Kind kind) {
  return without_kind(regularizer_fields(kind));
}

std::vector<ParameterSpec> domain_parameters(Domain::Kind kind) {
  return without_kind(domain_fields(kind));
}

}  // namespace noisy
